import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { GALLERY } from '../../../sandbox/gallery/gallery.ts'
import { checkBlocks, checkView } from '../../../sandbox/slack/block-kit/check-blocks.ts'
import { SETTING_NAMES } from '../../../src/config.ts'
import { FORM_ERRORS } from '../../../src/followups/views/followup-form.ts'
import { asShown } from '../../support/as-shown.ts'

const MESSAGES = new URL('../../../src/followups/views/', import.meta.url)
const samples = () => GALLERY.flatMap(group => group.samples)

it('shows every message the bot can send', async () => {
  const sources: object[] = await Promise.all(
    (await readdir(MESSAGES)).map(file => import(new URL(file, MESSAGES).href))
  )
  const isMessage = (name: string) => /(Message|Notice|Note|Form)$/.test(name)
  const shown = samples().map(({ by }) => by)
  expect(new Set(shown.filter(isMessage))).toEqual(new Set(sources.flatMap(Object.keys).filter(isMessage)))
})

it('gives every sample its own name, and Slack would accept each', () => {
  const all = samples()
  expect(all.map(({ name }) => name).filter((name, at, names) => names.indexOf(name) !== at)).toEqual([])
  const isFine = ({ message, form }: (typeof all)[number]) =>
    form ? checkView(form.view, 'modal').ok : checkBlocks(message.blocks, 'message').ok
  expect(all.filter(sample => !isFine(sample)).map(({ name }) => name)).toEqual([])
})

it('shows everything that the form says, each under a field that it has', () => {
  const forms = samples().flatMap(({ form }) => (form ? [form] : []))
  const said = forms.flatMap(({ errors }) => Object.values(errors))
  expect(Object.values(FORM_ERRORS).filter(words => !said.includes(words))).toEqual([])
  for (const { view, errors } of forms)
    expect(view.blocks.map(({ block_id }) => block_id)).toEqual(expect.arrayContaining(Object.keys(errors)))
})

it('speaks to people who know nothing of the service behind the agent', () => {
  const technical = /agent service|\b(API|HTTP|key|token|database|server|timeout)\b/i
  // Whoever pasted a token knows the word, and so does whoever may examine the installation.
  const others = samples().filter(({ by }) => !/^(secret|doctor)/.test(by))
  expect(others.filter(({ message }) => technical.test(asShown(message)))).toEqual([])
})

it('gives the reason on every card of a job that is no longer watched', () => {
  const cards = samples().filter(({ name }) => name.startsWith('Card: no longer watched'))
  expect(cards.length).toBeGreaterThan(6)
  for (const { message } of cards) expect(asShown(message)).toMatch(/\n— [^\n]+\n— [A-Z][^\n]{10,}/)
})

it('shows no status code and no setting to anybody in Slack', () => {
  const internal = new RegExp(`\\((\\d{3}|[a-z]+(_[a-z]+)+)\\)|${SETTING_NAMES.join('|')}`)
  expect(samples().filter(({ message }) => internal.test(JSON.stringify(message)))).toEqual([])
})
