import { z } from 'zod'
import { storableText } from '../database/storable-text.ts'
import { asOneSaid, escapeInLine, isDirect, visibleText } from './slack-text.ts'

export const fileSchema = z.object({ name: z.string(), mimetype: z.string(), size: z.number(), url: z.string() })

/** A file as Slack describes it. */
export type SlackFile = z.output<typeof fileSchema>

const words = storableText.nullish().catch(undefined)

/** Of some, like a deleted one, Slack says little more than that it was there. */
export const sharedFiles = z
  .array(
    z
      .looseObject({
        name: words,
        mimetype: words,
        mode: words,
        size: z.number().nullish().catch(undefined),
        url_private: words
      })
      .transform(({ name, mimetype, mode, size, url_private }) => ({
        name: visibleText(name ?? '') || 'a file',
        mimetype: mode === 'snippet' ? 'text/plain' : (mimetype ?? ''),
        size: size ?? 0,
        url: url_private ?? ''
      }))
  )
  .catch([])

/** Only what somebody forwards is theirs to send: previews of links and the cards of apps are attachments, too. */
export const attachmentsSchema = z
  .array(
    z.looseObject({
      is_share: z.unknown(),
      text: words.transform(said => visibleText(said ?? '').trim()),
      author_id: words,
      author_name: words,
      channel_id: words,
      files: sharedFiles
    })
  )
  .catch([])

type Attachment = z.output<typeof attachmentsSchema>[number]

const isForward = ({ is_share }: Attachment) => is_share === true

/** In Slack's markup, so that people and channels get their names with those in the words. */
export const forwardedWords = (attachments: Attachment[]): string =>
  attachments
    .filter(attachment => isForward(attachment) && attachment.text !== '')
    .map(attachment => `Forwarded${originOf(attachment)}:\n${asOneSaid(attachment.text)}`)
    .join('\n\n')

function originOf({ author_id, author_name, channel_id }: Attachment): string {
  const author = author_id ? `<@${author_id}>` : escapeInLine(author_name ?? '')
  const channel = channel_id && !isDirect(channel_id) && `<#${channel_id}>`
  return [author && ` from ${author}`, channel && ` in ${channel}`].filter(part => part).join('')
}

/** A forward that holds nothing else stays behind by this name. */
export const forwardedFiles = (attachments: Attachment[]): SlackFile[] =>
  attachments
    .filter(isForward)
    .flatMap(attachment =>
      attachment.files.length > 0 || attachment.text !== ''
        ? attachment.files
        : [{ name: 'a forwarded message', mimetype: '', size: 0, url: '' }]
    )

/** A message's own words come first: by them it is known whom they are for. */
export const withForwards = (text: string, attachments: Attachment[]): string =>
  [text, forwardedWords(attachments)].filter(part => part.trim() !== '').join('\n\n')
