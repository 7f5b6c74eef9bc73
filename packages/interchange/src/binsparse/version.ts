/** Version of the specification that files are written by. */
export const VERSION = '0.1.0';
