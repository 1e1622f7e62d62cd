import { z } from 'zod'
import { storableText } from '../database/storable-text.ts'
import { asOneSaid, escapeInLine, isDirect, visibleText } from './slack-text.ts'

export const fileSchema = z.object({ name: z.string(), mimetype: z.string(), url: z.string() })

/** A file as Slack describes it. */
export type SlackFile = z.output<typeof fileSchema>

const words = storableText.catch('')

/** Of some, Slack says little more than that they are there; of those that somebody deleted, that they were. */
export const sharedFiles = z
  .array(z.object({ name: words, mimetype: words, mode: words, url_private: words }))
  .catch([])
  .transform(files =>
    files
      .filter(({ mode }) => mode !== 'tombstone')
      .map(({ name, mimetype, mode, url_private: url }) => ({
        name: visibleText(name) || 'a file',
        mimetype: mode === 'snippet' ? 'text/plain' : mimetype,
        url
      }))
  )

/** Only what somebody forwards is theirs to send: previews of links and the cards of apps are attachments, too. */
export const forwardsSchema = z
  .array(
    z.object({
      is_share: z.unknown(),
      text: words.transform(said => visibleText(said).trim()),
      author_id: words,
      author_name: words,
      channel_id: words,
      files: sharedFiles
    })
  )
  .catch([])
  .transform(attachments => attachments.filter(({ is_share }) => is_share === true))

type Forward = z.output<typeof forwardsSchema>[number]

/** In Slack's markup, so that people and channels get their names with those in the words. */
export const forwardedWords = (forwards: Forward[]): string =>
  forwards
    .filter(({ text }) => text !== '')
    .map(forward => `Forwarded${originOf(forward)}:\n${asOneSaid(forward.text)}`)
    .join('\n\n')

function originOf({ author_id, author_name, channel_id }: Forward): string {
  const author = author_id ? `<@${author_id}>` : escapeInLine(author_name)
  const channel = channel_id && !isDirect(channel_id) && `<#${channel_id}>`
  return [author && ` from ${author}`, channel && ` in ${channel}`].filter(part => part).join('')
}

/** A forward that holds nothing else stays behind by this name. */
export const forwardedFiles = (forwards: Forward[]): SlackFile[] =>
  forwards.flatMap(({ text, files }) =>
    files.length > 0 || text !== '' ? files : [{ name: 'a forwarded message', mimetype: '', url: '' }]
  )

/** A message's own words come first: by them it is known whom they are for. */
export const withForwards = (text: string, forwards: Forward[]): string =>
  [text, forwardedWords(forwards)].filter(part => part.trim() !== '').join('\n\n')
