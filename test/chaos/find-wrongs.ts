import { z } from 'zod'
import type { StandInSlack } from '../../sandbox/slack/stand-in-slack.ts'
import { WORDS } from '../judge/instructions.ts'
import { judge } from '../judge/judge.ts'
import { type Ledger, readLedger } from '../judge/ledger.ts'
import { BROUGHT, broughtRow, byWords, type Expected, isAsBrought, wordsOf } from '../simulation/what-people-bring.ts'
import { runSql } from '../support/run-sql.ts'
import type { Project } from './open-projects.ts'

const rows = z.array(broughtRow)

type Run = { slack: StandInSlack; projects: Project[]; databaseUrl: string; brought: ReadonlyMap<string, Expected> }

/** What the judge says of the ledger, and what arrived with more or less than was brought. */
export async function findWrongs({ slack, projects, databaseUrl, brought }: Run) {
  const agents = projects.map(({ agent }) => agent)
  const ledger = readLedger(slack, agents)
  const { accepted, inDoubt, verdict } = judge(ledger)
  const notAsBrought = await findChanged(databaseUrl, brought, ledger)
  const found = Object.entries({ ...verdict, notAsBrought })
  for (const [what, which] of found)
    for (const sentence of which)
      process.stdout.write([`  ${what}: ${sentence}`, ...storyOf(sentence, ledger), ''].join('\n'))
  return { accepted, inDoubt, wrong: Object.fromEntries(found.map(([what, which]) => [what, which.length])) }
}

/** All that names what a sentence is about, a file that came with it, or its message, in the order in which it happened. The text comes last, as lines are cut. */
function storyOf(sentence: string, { deeds, said, arrivals }: Ledger): string[] {
  const words = sentence.match(WORDS) ?? []
  const files = words.map(each => each.replace(/^\w+ /, '-'))
  const isNamedIn = (text: string, names: string[]) => names.some(name => new RegExp(`${name}(?!\\d)`).test(text))
  const written = deeds.filter(({ how, text }) => how === 'message' && isNamedIn(text, words))
  const messages = written.flatMap(({ ts }) => ts ?? [])
  return [...deeds, ...said, ...arrivals]
    .toSorted((one, other) => one.atMs - other.atMs)
    .map(each => JSON.stringify('text' in each ? { ...each, text: undefined, last: each.text } : each))
    .filter(line => isNamedIn(line, [...words, ...files, ...messages]))
    .map(line => `    ${line.slice(0, 700)}`)
}

const WITHOUT =
  /(?:^|"text":")(?:Sent|Not sent: the agent (?:may already have|already has) your earlier words,) without /

/** But for what people were told had to stay, and for files of a message that is gone. */
async function findChanged(
  databaseUrl: string,
  brought: Run['brought'],
  { deeds, said, arrivals }: Ledger
): Promise<string[]> {
  const followups = rows.parse(await runSql(databaseUrl, `select ${BROUGHT} from followup.followup`))
  const admitted = new Map(followups.map(({ prompt, ...row }) => [prompt, row]))
  const isToldLate = (name: string) => said.some(({ text }) => WITHOUT.test(text) && text.includes(name))
  const gone = new Set(deeds.filter(({ how }) => how === 'deletion').map(({ ts }) => ts))
  const written = deeds.filter(({ how }) => how === 'message')
  const isGone = (prompt: string) => written.some(({ ts, text }) => wordsOf(text) === prompt && gone.has(ts))
  return arrivals.map(byWords).flatMap(({ prompt, whole }) => {
    const { unsent = [], isAboveUnread = false } = admitted.get(prompt) ?? {}
    const expected = brought.get(prompt)
    const files = expected?.brought?.filesSent?.map(({ name }) => name) ?? []
    const isWholeWithout = (left: string[]) =>
      !expected || isAsBrought(whole, expected, { unsent: [...unsent, ...left], isAboveLeftOut: isAboveUnread })
    const isWhole = isWholeWithout(files.filter(isToldLate)) || (isGone(prompt) && isWholeWithout(files))
    return isWhole ? [] : [JSON.stringify(whole)]
  })
}
