const WORDS = 'thanks|thank you|thx|ty|cheers|lgtm|great|nice|perfect|ok'

// As Slack delivers them (`:tada:`, `:+1::skin-tone-2:`), as characters, and as they were typed before there were any.
const EMOJI = /:[\p{L}\p{N}_+\-]{1,80}:|\p{RGI_Emoji}|\p{Extended_Pictographic}|<3|[:;]-?[\)dp](?=[\s!.]|$)/giv
const ONLY_THANKS = new RegExp(String.raw`^[\s!.,*_]*(?:(?:${WORDS})(?:[\s!.,*_]+|$))*$`, 'i')
const LONGEST = 200

/** Nothing but emoji and ten words of thanks or praise. Whoever meant it for the agent can still send it. */
export function isChatter(text: string): boolean {
  if (text.length > LONGEST) return false
  const words = text.replace(EMOJI, ' ')
  return ONLY_THANKS.test(words) && (words !== text || /\p{L}/u.test(words))
}
