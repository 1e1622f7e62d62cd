import { UNDO, WHEN } from '../rules/setting.ts'

const THEN = 'case when chosen_at_ms <= "writtenAtMs" then value else was end'

const listed = (values: readonly string[]) => `array['${values.join("', '")}']`

type ChosenSetting = typeof WHEN | typeof UNDO

/** Of an instruction's thread, its author or its channel. */
const chosen = ({ name, values, scopes }: ChosenSetting) => `followup.known_choice('${name}',
    (select value from (
      select scope, ${THEN} as value from followup.setting where setting.team_id = "teamId" and name = '${name}'
        and (scope, place) in (('thread', "channelId" || '/' || "threadTs"), ('person', "requesterId"), ('channel', "channelId"))) as chosen
    where value is not null order by array_position(${listed(scopes)}, scope) limit 1),
    ${listed(values.options)})`

/** What an instruction waits for, as it was chosen when that was given. Null: nothing. What people chose for a thread goes first. */
export const WAIT_AS_CHOSEN = `case when ${chosen(WHEN)} = 'idle' then jsonb_build_object('what', 'idle')
  when "waitsAs" = 'written' then (select jsonb_build_object('what', 'undo', 'atMs', "writtenAtMs" + 1000 * seconds::integer)
    from (select ${chosen(UNDO)}) as undo (seconds) where seconds <> '0') end`
