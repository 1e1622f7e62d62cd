import { drawView } from '../../src/followups/views/draw-view.ts'
import { COLUMNS, parseView } from '../../src/slack/view-store.ts'
import { asShown } from '../support/as-shown.ts'
import type { SimulatedTeam } from './simulated-team.ts'

/** Every card and notice as it stands in Slack, compared with what the rows say now: a sentence for each that differs. */
export async function findStaleMessages({ slack, database }: SimulatedTeam): Promise<string[]> {
  const rows = await database.query(
    `select ${COLUMNS} from followup.view where state = 'posted' and starts_with(channel_id, 'C') order by message_ts`
  )
  const stale: string[] = []
  for (const view of rows.map(parseView)) {
    const shown = slack.message(view.channelId, view.messageTs ?? '')
    const { wanted } = await drawView(database, view)
    if (shown === undefined || shown.subtype === 'tombstone' || wanted === undefined) continue
    if (toWords(shown) !== toWords(wanted))
      stale.push(`${view.id} shows '${toWords(shown)}' instead of '${toWords(wanted)}'`)
  }
  return stale
}

/** With what the buttons carry. */
const toWords = (message: { text: string; blocks?: unknown[] | undefined }) =>
  [message.text, asShown(message), JSON.stringify(message.blocks).match(/"value":"[^"]*"/g)]
    .join(' / ')
    .replace(/\s+/g, ' ')
