import { UNDO, WHEN } from '../rules/setting.ts'

const THEN = 'case when chosen_at_ms <= "writtenAtMs" then value else was end'

const WHEN_IN_THREAD = `select ${THEN} from followup.setting where setting.team_id = "teamId" and scope = 'thread'
  and place = "channelId" || '/' || "threadTs" and name = '${WHEN.name}'`

const listed = (values: readonly string[]) => `'${values.join("', '")}'`

/** Of an instruction's author, or else its channel. */
const TO_UNDO = `select value from (
    select scope, ${THEN} as value from followup.setting where setting.team_id = "teamId" and name = '${UNDO.name}'
      and (scope, place) in (('person', "requesterId"), ('channel', "channelId"))) as chosen
  where value in (${listed(UNDO.values.options)}) order by array_position(array[${listed(UNDO.scopes)}], scope) limit 1`

/** What an instruction waits for, as it was chosen when that was given. Null: nothing. What people chose for a thread goes first. */
export const WAIT_AS_CHOSEN = `case when (${WHEN_IN_THREAD}) = 'idle' then jsonb_build_object('what', 'idle')
  when "waitsAs" = 'written' then (select jsonb_build_object('what', 'undo', 'atMs', "writtenAtMs" + 1000 * seconds::integer)
    from (${TO_UNDO}) as undo (seconds) where seconds <> '0') end`
