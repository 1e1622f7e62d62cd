import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { browserTest } from './browser-test.ts'

const FOLDER = new URL('../../../docs/', import.meta.url)
const DOCS = { channel: 'C0DOCS' }
const ANA = { ...DOCS, user: 'U0ANA' }
const BEN = { ...DOCS, user: 'U0BEN' }
const WORDS = 'Also add error handling examples to the quickstart'

const channelOf = (page: Page) => page.getByRole('region', { name: 'Channel docs' })
const articleWith = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text }).last()
const formOf = (page: Page) => page.getByRole('dialog', { name: 'Send a follow-up' })

async function chooseJob(page: Page): Promise<void> {
  const form = formOf(page)
  await form.getByRole('combobox', { name: 'Job' }).focus()
  const suggested = form.getByRole('listbox')
  await suggested.waitFor()
  await page.keyboard.press('Enter')
  await suggested.waitFor({ state: 'detached' })
}

/** Ana asks for something in #docs, and it has reached the agent. */
async function ask({ slack, agent }: Sandbox, text: string): Promise<void> {
  const sent = agent.requests({ asked: 'send' }).length
  await slack.command({ ...ANA, text })
  await slack.waitFor(() => agent.requests({ asked: 'send' }).length > sent, 'the follow-up to be sent', 20_000)
}

/** Ana's follow-up is worked on for as long as the picture takes. */
async function askForLong(page: Page, sandbox: Sandbox): Promise<void> {
  sandbox.agent.setJob('job_8f2', { life: { ends: 'never' } })
  await ask(sandbox, `job_8f2 ${WORDS}`)
  await channelOf(page).getByText('job_8f2 · working').waitFor()
}

/**
 * Renews a picture in the documents if WRITE_PICTURES is set; an ordinary run leaves the tree alone. It shows the whole page, or
 * what is named and all between.
 */
async function takePicture(page: Page, name: string, ...subject: Locator[]): Promise<void> {
  // Whatever the mouse happens to point at is not part of the picture.
  await page.mouse.move(0, 0)
  for (const part of subject) await part.waitFor()
  if (!process.env.WRITE_PICTURES) return
  const path = fileURLToPath(new URL(name, FOLDER))
  await page.screenshot({ path, ...(subject.length > 0 && { clip: await around(subject) }) })
}

async function around(subject: Locator[]) {
  const boxes = (await Promise.all(subject.map(part => part.boundingBox()))).filter(box => box !== null)
  const left = Math.min(...boxes.map(({ x }) => x))
  const top = Math.min(...boxes.map(({ y }) => y))
  const right = Math.max(...boxes.map(({ x, width }) => x + width))
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height))
  return { x: left, y: top, width: right - left, height: bottom - top }
}

browserTest('shows a mention with its mark, and its card', { guide: false }, async ({ page, sandbox }) => {
  const { slack, agent } = sandbox
  agent.setJob('job_8f2', { life: { ends: 'never' } })
  await slack.say({ ...BEN, text: `<@${slack.botUserId}> job_8f2 ${WORDS}` })
  await channelOf(page).getByText('job_8f2 · working').waitFor()
  const mention = page.getByRole('article').filter({ hasText: '@Agent Follow-up job_8f2' })
  await mention.getByRole('button', { name: /^incoming_envelope/ }).waitFor()
  await takePicture(page, 'mention.png', mention, articleWith(page, 'job_8f2 · working'))
})

browserTest('shows the form, filled in', { guide: false }, async ({ page, sandbox }) => {
  const { slack } = sandbox
  await askForLong(page, sandbox)
  await slack.command({ ...ANA, text: '' })
  await chooseJob(page)
  await formOf(page)
    .getByRole('textbox', { name: 'What should it do?' })
    .fill('Shorten the second example.\nKeep its title.')
  await takePicture(page, 'form.png', formOf(page))
})

browserTest('shows the form with a message of a thread, and what was said above it', { guide: false }, async stage => {
  const { page, sandbox } = stage
  const { slack } = sandbox
  await askForLong(page, sandbox)
  const { ts: threadTs } = await slack.say({ ...BEN, text: 'The second example confuses people' })
  await slack.say({ ...ANA, text: 'Because it retries without waiting?', threadTs })
  const last = await slack.say({ ...BEN, text: 'Yes. It should wait as long as Retry-After says', threadTs })
  await slack.shortcut({ ...ANA, callbackId: 'send-to-job', messageTs: last.ts })
  await chooseJob(page)
  await formOf(page).getByRole('checkbox').check()
  await takePicture(page, 'form-from-message.png', formOf(page))
})

browserTest('shows the list of jobs and a home', { guide: false }, async ({ page, sandbox }) => {
  const { slack, agent } = sandbox
  for (const id of ['job_31c', 'job_c90']) agent.setJob(id, { life: { ends: 'never' } })
  await ask(sandbox, `job_8f2 ${WORDS}`)
  const card = slack.messages('C0DOCS').findLast(({ user }) => user === slack.botUserId)
  agent.finish('job_8f2')
  await channelOf(page).getByText('job_8f2 finished: pull request #12 is ready.').waitFor()
  await slack.say({ ...BEN, text: 'shorten the second example', threadTs: card?.ts })
  await slack.waitFor(() => agent.requests({ asked: 'send' }).length === 2, 'the reply to be sent', 20_000)
  agent.finish('job_8f2')
  await ask(sandbox, 'job_c90 Explain what happens when a card is declined')
  await slack.command({ ...ANA, text: 'watch job_c90' })
  agent.fail('send', { kind: 'reset before read' })
  await ask(sandbox, 'job_31c List the breaking changes first')
  await channelOf(page).getByText('job_31c · needs you: maybe delivered').first().waitFor()
  await slack.command({ ...ANA, text: 'list' })
  await takePicture(page, 'list.png', articleWith(page, 'The jobs of this channel'))

  await page.getByRole('button', { name: 'Agent Follow-up', exact: true }).click()
  await page.getByRole('button', { name: 'Home' }).click()
  const home = page.getByRole('region', { name: 'Home of the app' })
  for (const group of ['Needs your decision', 'Under way', 'Jobs I’ll tell you about', 'The last 24 hours'])
    await home.getByText(group).waitFor()
  const tabs = page.getByRole('group', { name: 'Messages or home' })
  await takePicture(page, 'home.png', tabs, home.getByText('follow-ups are left'))
})

browserTest('shows what comes of watching a job', { guide: false }, async ({ page, sandbox }) => {
  const { slack, agent } = sandbox
  agent.setJob('job_c90', { status: 'active', life: { ends: 'never' } })
  const direct = { user: 'U0ANA', channel: slack.directChannel('U0ANA').id }
  await page.getByRole('button', { name: 'Agent Follow-up', exact: true }).click()
  await slack.say({ ...direct, text: 'watch job_c90' })
  const promise = page.getByText('I’ll write to you directly when')
  await promise.waitFor()
  agent.finish('job_c90', { prLink: 'https://github.com/acme/shop/pull/7' })
  await page.getByText('job_c90 finished').waitFor()
  await takePicture(page, 'watch.png', page.getByRole('article').first(), articleWith(page, 'job_c90 finished'))
})

browserTest('shows a finished job in its channel, and its thread', { guide: false }, async ({ page, sandbox }) => {
  const { slack, agent } = sandbox
  const channel = channelOf(page)
  const thread = page.getByRole('complementary', { name: 'Thread' })
  await ask(sandbox, `job_8f2 ${WORDS}`)
  const card = slack.messages(DOCS.channel).findLast(({ user }) => user === slack.botUserId)
  agent.finish('job_8f2')
  await slack.command({ ...ANA, text: 'status job_8f2' })
  await channel.getByText('@Ana, job_8f2 finished: pull request #12 is ready.').waitFor()
  await takePicture(page, 'channel.png')

  await slack.say({ ...BEN, text: 'shorten the second example', threadTs: card?.ts })
  await slack.react({ ...ANA, messageTs: card?.ts ?? '', name: 'tada' })
  await channel.getByRole('button', { name: /^\d+ repl/ }).click()
  await thread.getByRole('button', { name: /^incoming_envelope/ }).waitFor()
  await takePicture(page, 'thread.png')
})
