/** A request that is not carried out, with a message for its sender. */
export class RefusedRequest extends Error {
  override name = 'RefusedRequest'
  readonly status: number

  constructor(status: number, words: string) {
    super(words)
    this.status = status
  }
}
