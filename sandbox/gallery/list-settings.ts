import { repliesQuestion, resultsQuestion } from '../../src/followups/messages/channel-questions.ts'
import { jobQuestion, ownJobQuestion } from '../../src/followups/messages/job-questions.ts'
import { quickError, quickQuestion } from '../../src/followups/messages/quick-question.ts'
import { quietQuestion } from '../../src/followups/messages/quiet-question.ts'
import { type MayChange, SETTINGS_ERRORS, settingsForm } from '../../src/followups/messages/settings-form.ts'
import { toDefaultJobMessage } from '../../src/followups/messages/slip-messages.ts'
import {
  ownTogetherQuestion,
  ownUndoQuestion,
  togetherQuestion,
  undoQuestion
} from '../../src/followups/messages/undo-question.ts'
import type { QuickProblem } from '../../src/followups/rules/parse-quick.ts'
import { PEOPLE } from '../seed-workspace.ts'
import { formGroup, type GalleryGroup, galleryGroup } from './gallery-group.ts'

const CHANNEL = 'C0DOCS'
const QUICK_PROBLEMS: QuickProblem[] = [
  { kind: 'no label', line: 1 },
  { kind: 'label too long', line: 2 },
  { kind: 'nothing to send', line: 3 },
  { kind: 'same label', line: 2 },
  { kind: 'not for the agent', line: 1 },
  { kind: 'no such time', line: 1 },
  { kind: 'too many', line: 6 },
  { kind: 'too long', line: 5 },
  { kind: 'secret', line: 2, found: [{ kind: 'github', line: 2, start: 'ghp_' }] }
]
const UNDER: Partial<Record<keyof typeof SETTINGS_ERRORS, string>> = {
  'not a job': 'default-job',
  'unknown job': 'own-job',
  'one time': 'quiet-until',
  'same time': 'quiet-until'
}

/** What people choose, for a channel and for themselves. */
export function listSettings(nowMs: number): GalleryGroup[] {
  const place = { projectId: 'project-1', channelId: CHANNEL, responseUrl: null }
  const chose = <Value>(value: Value, scope: 'channel' | 'person' = 'channel') => ({
    scope,
    value,
    by: PEOPLE.ana,
    atMs: nowMs
  })
  const [replies, job] = [chose('smart' as const), chose('job_8f2')]
  const undo = chose('10' as const)
  const quick = chose([{ label: 'Fix the tests', prompt: 'The tests fail. Find out why and fix them.' }])
  const nothing = [
    repliesQuestion({ chosen: undefined, otherwise: 'always' }),
    resultsQuestion({ chosen: undefined, otherwise: 'news' }),
    jobQuestion(undefined),
    undoQuestion(undefined),
    togetherQuestion(undefined),
    quickQuestion(undefined)
  ]
  const chosen = [
    repliesQuestion({ chosen: replies, otherwise: 'always' }),
    resultsQuestion({ chosen: undefined, otherwise: 'news' }),
    jobQuestion(job),
    undoQuestion(undo),
    togetherQuestion(chose('together')),
    quickQuestion(quick)
  ]
  const none = [
    ownJobQuestion(undefined),
    ownUndoQuestion(undefined),
    ownTogetherQuestion(undefined),
    quietQuestion(undefined, 'Europe/Paris')
  ]
  const own = [
    ownJobQuestion(chose('job_31c', 'person'), { id: CHANNEL, chosen: job }),
    ownUndoQuestion(undefined, { id: CHANNEL, chosen: undo }),
    ownTogetherQuestion(chose('separately', 'person')),
    quietQuestion(chose('22:00-07:00', 'person'), 'Europe/Paris')
  ]
  const form = (questions: typeof nothing, mine: typeof own, mayChange: MayChange = 'yes') =>
    settingsForm({ place, channel: { id: CHANNEL, mayChange, questions }, own: mine })
  return [
    formGroup('Settings', [
      ['settingsForm', 'Settings: nothing chosen', form(nothing, none)],
      ['settingsForm', 'Settings: chosen', form(chosen, own)],
      ['settingsForm', 'Settings: for those who may not change the channel’s', form(chosen, own, 'no')],
      ['settingsForm', 'Settings: Slack does not say who may', form(nothing, none, 'not told')],
      ['settingsForm', 'Settings: outside of channels', settingsForm({ place: { ...place, channelId: null }, own })],
      ['settingsForm', 'Settings: Slack names no time zone', form(nothing, [quietQuestion(undefined, undefined)])],
      ...Object.entries(SETTINGS_ERRORS).map(([name, words]) => {
        const under = Object.entries(UNDER).find(([key]) => key === name)?.[1] ?? 'replies'
        return ['settingsForm', `Under a setting: ${name}`, form(nothing, none), { [under]: words }] as const
      }),
      ...QUICK_PROBLEMS.map(problem => {
        const by = problem.kind === 'secret' ? 'secretError' : 'quickError'
        return [
          by,
          `Under the quick follow-ups: ${problem.kind}`,
          form(nothing, none),
          { quick: quickError(problem) }
        ] as const
      })
    ]),
    galleryGroup('Default jobs', true, [
      ['toDefaultJobMessage', 'Sent to the channel’s default job', toDefaultJobMessage('job_8f2', 'channel')],
      ['toDefaultJobMessage', 'Sent to one’s own default job', toDefaultJobMessage('job_8f2', 'person')]
    ])
  ]
}
