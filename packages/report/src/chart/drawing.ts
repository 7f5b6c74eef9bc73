/** What a kind of chart draws; whoever puts it into a file adds the frame. */
export interface Drawing {
  readonly height: number;
  readonly body: string;
}
