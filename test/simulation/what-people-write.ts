import { messageTimeMs } from '../../src/slack/slack-text.ts'
import { openForm, openFormBy, sendForm } from '../support/use-form.ts'
import { type Notes, threadScope, type When, type Written } from './day-notes.ts'
import type { Chance } from './seeded-random.ts'
import type { SimulatedTeam } from './simulated-team.ts'
import { aboveSent, type Expected, pickBrought, pickTalk, type Talk } from './what-people-bring.ts'
import { pickPhrase, whenOf } from './words-for-when.ts'

export const IS_CARD = /^\S+ \*(job_\w+)\* · /
/** Said to another job than that of the thread. */
export const FOR_ANOTHER = 'between'
const MENTION_SHARE = 0.3
const DIRECT_SHARE = 0.3
const UNNAMED_SHARE = 0.4
const NEW_PHRASE_SHARE = 0.3
const FORWARD_ALONE_SHARE = 0.3
const TICKED_SHARE = 0.6
const AHEAD_MS = 40 * 60_000
/** What was written before is hardly thought of any more. */
const LATELY = 4
/** A day, and no time: it is given back. */
export const NO_TIME = 'in 9 days: '
const WORDS = [
  ['only mentions', 'replies', 'mention'],
  ['every reply', 'replies', 'always']
] as const

type Thread = { channel: string; threadTs: string; jobId: string }

/** Follow-ups on every way in, and what becomes of the messages that hold them. */
export function createWriting(team: SimulatedTeam, chance: Chance, notes: Notes, jobs: string[]) {
  const { slack, channels, people, now } = team
  const mention = `<@${slack.botUserId}> `

  /** What is meant where no job is named. */
  const defaultJob = (channel: string) => notes.chosen(channel, 'job')

  async function command(): Promise<void> {
    const [by, channel] = [chance.pick(people), chance.pick(channels)]
    const known = defaultJob(channel)
    const named = known === undefined || !chance.happens(UNNAMED_SHARE) ? chance.pick(jobs) : undefined
    const jobId = named ?? known ?? ''
    const prompt = `command ${notes.next()}`
    const phrase = pickPhrase(chance, now())
    const atMs = now()
    const lead = named === undefined ? '' : `${named} `
    const done = await slack.command({ user: by, channel, text: `${lead}${phrase}${prompt}` })
    if (!done.acknowledged || done.reply !== undefined) return
    const when = whenOf(phrase, atMs) ?? 'now'
    notes.written.push({ prompt, by, channel, jobId, atMs, when, goes: 'to the agent' })
  }

  /** The form that a job's id alone opens, unless the bot says why it does not. */
  async function fillInForm(): Promise<void> {
    const [by, channel, jobId] = [chance.pick(people), chance.pick(channels), chance.pick(jobs)]
    const prompt = `command ${notes.next()}`
    if (!(await openForm({ slack, user: by, channel, jobId }))) return
    const asked = chance.pick(['now', 'now', 'idle', 'time'])
    const atMs = now()
    const at = Math.floor((atMs + AHEAD_MS) / 1_000)
    const time = asked === 'time' ? { at: String(at) } : undefined
    if (!(await sendForm(slack, by, { words: prompt, when: asked, ...time }))) return
    const when = asked === 'now' || asked === 'idle' ? asked : at * 1_000
    notes.written.push({
      prompt,
      by,
      channel,
      jobId,
      atMs,
      when,
      goes: 'to the agent'
    })
  }

  /** With a mention in a channel, or in a direct message. */
  async function sayToBot(): Promise<void> {
    const by = chance.pick(people)
    const isDirect = chance.happens(DIRECT_SHARE)
    const channel = isDirect ? slack.directChannel(by).id : chance.pick(channels)
    const known = isDirect ? undefined : defaultJob(channel)
    const named = known === undefined || !chance.happens(UNNAMED_SHARE) ? chance.pick(jobs) : undefined
    const lead = named === undefined ? '' : `${named} `
    const addressed = `${isDirect ? '' : mention}${lead}`
    await say({ by, channel, jobId: named ?? known ?? '', lead: addressed, goes: 'to the agent' })
  }

  const nameOf = (id: string) => team.names.get(id) ?? id

  /** Nobody has spoken of a job there yet. */
  async function talkInThread(channel: string): Promise<{ talk: Talk[]; threadTs: string; lastTs: string }> {
    const talk = pickTalk(chance, people, notes.next)
    const said: string[] = []
    for (const { by, text } of talk) {
      const [threadTs] = said
      said.push((await slack.say({ user: by, channel, text, ...(threadTs && { threadTs }) })).ts)
    }
    return { talk, threadTs: said[0] ?? '', lastTs: said.at(-1) ?? '' }
  }

  /** With a mention, in a thread of people. */
  async function callIn(): Promise<void> {
    const [by, channel, jobId] = [chance.pick(people), chance.pick(channels), chance.pick(jobs)]
    const { talk, threadTs } = await talkInThread(channel)
    const above = aboveSent(talk, nameOf)
    await say({
      by,
      channel,
      jobId,
      threadTs,
      lead: `${mention}${jobId} `,
      goes: 'to the agent',
      ...(above && { above })
    })
  }

  /** The form that the menu of a message opens. */
  async function sendFromMessage(): Promise<void> {
    const [by, channel, jobId] = [chance.pick(people), chance.pick(channels), chance.pick(jobs)]
    const { talk, lastTs } = await talkInThread(channel)
    const use = { user: by, callbackId: 'send-to-job', channel, messageTs: lastTs }
    if (!(await openFormBy(slack, by, () => slack.shortcut(use)))) return
    const prompt = `command ${notes.next()}`
    const isTicked = talk.length > 1 && chance.happens(TICKED_SHARE)
    await slack.suggest({ user: by, actionId: 'job', query: jobId })
    const atMs = now()
    const filled = { job: jobId, words: prompt, ...(isTicked && { include: ['above'] }) }
    if (!(await sendForm(slack, by, filled))) return
    const above = isTicked ? aboveSent(talk.slice(0, -1), nameOf) : undefined
    const arrives = { words: prompt, ...(above && { above }) }
    notes.written.push({ prompt, arrives, by, channel, jobId, atMs, when: 'now', goes: 'to the agent' })
  }

  async function reply(): Promise<void> {
    const known = threads()
    if (known.length === 0) return command()
    await replyIn(chance.pick(known), chance.pick(people))
  }

  async function replyIn(thread: Thread, by: string): Promise<void> {
    const lead = chance.happens(MENTION_SHARE) ? mention : ''
    await say({ by, ...thread, lead, goes: lead ? 'to the agent' : whoHears(thread) })
  }

  /** Several in a row, and then somebody thinks better of one. */
  async function replyInARow(): Promise<void> {
    const known = threads()
    if (known.length === 0) return command()
    const [thread, by] = [chance.pick(known), chance.pick(people)]
    for (let count = chance.between(2, LATELY); count > 0; count--) {
      await replyIn(thread, by)
      await team.advance(chance.between(500, 5_000))
    }
    await chance.pick([deleteMessage, editMessage, editMessage, () => {}])()
  }

  /** In a thread: its author is asked which job it is for, and nobody answers here. */
  async function nameAnother(): Promise<void> {
    const known = threads()
    if (known.length === 0) return command()
    const { jobId, ...thread } = chance.pick(known)
    const other = chance.pick(jobs.filter(job => job !== jobId))
    await slack.say({ user: chance.pick(people), text: `${other} ${FOR_ANOTHER} ${notes.next()}`, ...thread })
  }

  type Said = Pick<Written, 'by' | 'channel' | 'jobId' | 'goes'> & { threadTs?: string; lead: string; above?: string }

  async function say({ threadTs, lead, above, ...said }: Said): Promise<void> {
    const { by, channel, goes } = said
    const number = notes.next()
    const prompt = `reply ${number}`
    const isGivenBack = goes === 'back to its author'
    const phrase = isGivenBack ? NO_TIME : pickPhrase(chance, now())
    const isForwardAlone = phrase === '' && chance.happens(FORWARD_ALONE_SHARE)
    const source = pickSource(isForwardAlone ? prompt : `seen before ${number}`)
    const brought = isGivenBack ? {} : pickBrought(chance, source, number)
    const words = isForwardAlone && brought.forwarded ? {} : { words: prompt }
    const { forwarded, files } = brought
    const message = {
      text: `${lead}${phrase}${words.words ?? ''}`,
      ...(forwarded && { forwarded }),
      ...(files && { files })
    }
    const { ts } = await slack.say({ user: by, channel, ...message, ...(threadTs !== undefined && { threadTs }) })
    const atMs = messageTimeMs(ts)
    const where = { ts, lead, phrase, ...(threadTs !== undefined && { threadTs }) }
    const arrives: Expected = { ...words, brought, ...(above && { above }) }
    const out = isGivenBack ? ({ when: 'now' } as const) : goesOut(phrase, { by, atMs })
    notes.written.push({ ...said, prompt, arrives, atMs, message: where, ...out })
  }

  function pickSource(text: string) {
    const [author, { id, name }] = [chance.pick(people), chance.pick(slack.channels().filter(isOurs))]
    return { text, author, authorName: nameOf(author), channel: id, channelName: name }
  }

  const isOurs = ({ id }: { id: string }) => channels.includes(id)

  function goesOut(phrase: string, { by, atMs }: { by: string; atMs: number }): Pick<Written, 'when' | 'canUndo'> {
    const said: When | undefined = whenOf(phrase, atMs)
    if (said !== undefined) return { when: said }
    const seconds = Number(notes.chosen(by, 'undo', atMs) ?? 0)
    if (seconds === 0) return { when: 'now' }
    return { when: atMs + seconds * 1_000, canUndo: true }
  }

  /** As it was chosen for the thread, or else for its channel. */
  function whoHears({ channel, threadTs }: Thread): Written['goes'] {
    const place = threadScope(channel, threadTs)
    const replies = notes.chosen(place, 'replies') ?? notes.chosen(channel, 'replies') ?? 'always'
    return replies === 'mention' ? 'to people' : 'to the agent'
  }

  /** For everybody in a thread, from now on. */
  async function chooseInThread(): Promise<void> {
    const known = threads()
    if (known.length === 0) return
    const { channel, threadTs } = chance.pick(known)
    const [words, name, value] = chance.pick(WORDS)
    const by = chance.pick(people)
    const lead = chance.happens(MENTION_SHARE) ? mention : ''
    const { ts } = await slack.say({ user: by, channel, threadTs, text: `${lead}${words}` })
    const [place, message] = [threadScope(channel, threadTs), `${channel}${ts}`]
    notes.choices.push({ place, name, value, by, atMs: messageTimeMs(ts), message })
  }

  function threads(): Thread[] {
    return channels.flatMap(channel =>
      slack
        .messages(channel)
        .filter(({ user, ts, thread_ts = ts }) => user === slack.botUserId && thread_ts === ts)
        .flatMap(({ ts, text }) => {
          const jobId = IS_CARD.exec(text)?.[1]
          return jobId === undefined ? [] : [{ channel, threadTs: ts, jobId }]
        })
    )
  }

  const inMessages = () =>
    notes.written
      .filter(each => each.message && each.goes !== 'back to its author' && !each.deletedAtMs && !each.editedAtMs)
      .slice(-LATELY)

  async function deleteMessage(): Promise<void> {
    const known = inMessages()
    if (known.length === 0) return
    const written = chance.pick(known)
    const { channel, message } = written
    await slack.remove({ channel, messageTs: message?.ts ?? '' })
    written.deletedAtMs = now()
  }

  /** Which words go out, the earlier or the later ones, depends on when the earlier ones were sent. */
  async function editMessage(): Promise<void> {
    const messages = inMessages()
    if (messages.length === 0) return
    const written = chance.pick(messages)
    const { message, by, channel } = written
    if (message === undefined) return
    const prompt = `reply ${notes.next()}`
    const phrase = chance.happens(NEW_PHRASE_SHARE) ? pickPhrase(chance, now()) : message.phrase
    const editsAtMs = now()
    await slack.edit({
      user: by,
      channel,
      messageTs: message.ts,
      text: `${message.lead}${phrase}${prompt}`
    })
    written.editedAtMs = now()
    const { jobId, atMs, goes } = written
    const arrives = { ...written.arrives, words: prompt }
    const known = { by, channel, jobId, atMs, goes, arrives, message: { ...message, phrase }, insteadOf: written }
    // What says when as before counts from when it was written, and so does what was not looked at yet. But if its author has chosen
    // another time to undo since, that is the one it has now.
    const { when, canUndo, isSentNow } = written
    const isChosenSince = canUndo && notes.chosen(by, 'undo', atMs) !== notes.chosen(by, 'undo')
    const since = isChosenSince ? goesOut(phrase, { by, atMs: editsAtMs }) : { when, canUndo }
    const asBefore = { ...since, isSentNow }
    const anew = goesOut(phrase, { by, atMs })
    // Its time to undo does not begin anew.
    const out = phrase === message.phrase ? asBefore : anew.canUndo ? ({ when: 'now' } as const) : anew
    notes.written.push({ ...known, prompt, ...out })
  }

  return {
    ...{ command, fillInForm, sendFromMessage, sayToBot, callIn, reply, replyInARow, nameAnother, chooseInThread },
    ...{ say, goesOut, threads, mention },
    ...{ deleteMessage, editMessage, defaultJob }
  }
}
