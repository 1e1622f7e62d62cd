/** What a text says as JSON; where it says nothing, `otherwise`. */
export function fromJson(text: string, otherwise?: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return otherwise
  }
}
