/** What Slack accepts, in characters unless the name says otherwise. */
export const LIMITS = {
  messageText: 4_000,
  // Only a message that is edited has to be shorter, and one with a table is private.
  tableText: 12_000,
  sectionText: 3_000,
  contextText: 2_000,
  contextElements: 10,
  buttonText: 75,
  buttonValue: 2_000,
  buttonUrl: 3_000,
  blocks: 50,
  optionText: 75,
  inputText: 3_000,
  // A person can type 40,000, some of which Slack writes as five (`&amp;`).
  typedText: 200_000
} as const

/** How long Slack waits for an answer: three seconds, minus the round trip. */
export const SLACK_WAITS_MS = 2_300

/** At most `length` characters, never half of one; cut text ends in an ellipsis. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length - 1)
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}
