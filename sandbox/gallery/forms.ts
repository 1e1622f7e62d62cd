import type { types } from '@slack/bolt'
import type { FoundSecret } from '../../src/followups/model/find-secrets.ts'
import type { State } from '../../src/followups/model/progress.ts'
import { DEFAULTS } from '../../src/followups/model/setting.ts'
import {
  attributedWords,
  FORM_ERRORS,
  type FormFacts,
  followupForm,
  formError,
  jobOption,
  knownJobOption
} from '../../src/followups/views/followup-form.ts'
import { SETTINGS_ERRORS, type SettingsFacts, settingsForm } from '../../src/followups/views/settings-form.ts'
import {
  type Facts,
  formGroup,
  type GalleryGroup,
  HOSTILE,
  LONG,
  PROMPT,
  sampleFollowup,
  sampleJob
} from './samples.ts'

const LINK = 'https://stand-in.slack.com/archives/C0DOCS/p1700000000000100'
const FOUND: FoundSecret[] = [{ what: 'a GitHub token', line: 2 }]
const UNDER: Partial<Record<keyof typeof FORM_ERRORS, string>> = {
  'not a job': 'job',
  'said twice': 'when',
  'time not meant': 'when',
  'no time': 'at',
  'time over': 'at',
  'bot not there': 'where',
  archived: 'where'
}

const place = { projectId: 'project-1', channelId: 'C0DOCS', responseUrl: null }
const nowhere = { ...place, channelId: null }
const form = (facts: Partial<FormFacts> = {}) => followupForm({ place, ...facts })
const above = { threadTs: '1700000000.000100', beforeTs: '1700000000.000200' }
const anywhere = form({ place: nowhere, jobId: 'job_8f2', words: PROMPT })
const filled = form({ place: { ...place, above }, jobId: 'job_8f2', words: PROMPT })
const wrong = (by: string, name: string, words: string, field = 'words') =>
  [by, `Under a field: ${name}`, field === 'where' ? anywhere : filled, { [field]: words }] as const

const STANDINGS: ({ state: State } & Facts)[] = [
  { state: 'waiting', why: 'budget' },
  { state: 'watching' },
  { state: 'ended', how: 'completed' },
  { state: 'dropped', reason: 'cancelled' }
]

/** As a list that can be seen without opening it. */
function jobsOffered(): types.ModalView {
  const known = STANDINGS.map((progress, at) => {
    const more = { jobId: `job_${at}`, prompt: at % 2 === 0 ? HOSTILE : LONG }
    return knownJobOption({ followup: sampleFollowup(progress, more), job: sampleJob() })
  })
  const options = [...known, jobOption(`job_${'9'.repeat(124)}`)]
  const label = { type: 'plain_text', text: 'Job' } as const
  const element = { type: 'radio_buttons', action_id: 'job', options } as const
  return { ...form(), blocks: [{ type: 'input', block_id: 'job', label, element }] }
}

const nothing = {
  id: 'C0DOCS',
  mayChange: 'yes' as const,
  ...DEFAULTS,
  job: undefined
}
const chosen = { ...nothing, replies: 'mention' as const, job: 'job_8f2' }
const settings = (channel: SettingsFacts['channel'], undo?: '10') => settingsForm({ place, channel, undo })

export const FORMS: GalleryGroup[] = [
  formGroup('The form', [
    ['followupForm', 'Form: empty', form()],
    ['followupForm', 'Form: with a job', form({ jobId: 'job_8f2' })],
    ['followupForm', 'Form: outside of all channels', anywhere],
    [
      'followupForm',
      'Form: from a hostile message with files',
      form({ ...attributedWords(HOSTILE, HOSTILE, LINK), hasFiles: true })
    ],
    ['followupForm', 'Form: from a long message', form({ ...attributedWords(LONG.repeat(2), 'Ben', LINK) })],
    [
      'followupForm',
      'Form: from a thread',
      form({ ...attributedWords(PROMPT, 'Ben', LINK), place: { ...place, above } })
    ],
    ['knownJobOption', 'Form: the jobs it offers', jobsOffered()]
  ]),
  formGroup('What the form says', [
    ...Object.entries(FORM_ERRORS).map(([name, words]) =>
      wrong('followupForm', name, words, Object.entries(UNDER).find(([key]) => key === name)?.[1])
    ),
    wrong('formError', 'not on the list', formError.refused('user')),
    wrong('formError', 'a word for the bot', formError.word('status')),
    wrong('secretError', 'a secret, where they are refused', formError.secret(FOUND)),
    wrong('formError', 'a time that has passed', formError.when('passed'))
  ]),
  formGroup('Settings', [
    ['settingsForm', 'Settings: nothing chosen', settings(nothing)],
    ['settingsForm', 'Settings: chosen', settings(chosen, '10')],
    ['settingsForm', 'Settings: for those who may not change the channel’s', settings({ ...chosen, mayChange: 'no' })],
    ['settingsForm', 'Settings: Slack does not say who may', settings({ ...nothing, mayChange: 'not told' })],
    [
      'settingsForm',
      'Settings: the operator lets no messages above go along',
      settings({ ...chosen, above: undefined })
    ],
    ['settingsForm', 'Settings: outside of channels', settingsForm({ place: nowhere, undo: '10' })],
    ...Object.entries(SETTINGS_ERRORS).map(
      ([name, words]) => ['settingsForm', `Under a setting: ${name}`, settings(nothing), { replies: words }] as const
    )
  ])
]
