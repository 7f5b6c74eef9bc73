/** What a kind of chart draws; the writer of a file adds the frame. */
export interface Drawing {
  readonly height: number;
  readonly body: string;
}
