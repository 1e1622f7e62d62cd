/** A request that is not carried out, with the words for whoever made it. */
export class RefusedRequest extends Error {
  override name = 'RefusedRequest'
  readonly status: number

  constructor(status: number, words: string) {
    super(words)
    this.status = status
  }
}
