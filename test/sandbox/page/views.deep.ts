import { expect } from 'vitest'
import { browserTest } from './browser-test.ts'
import { callAsApp } from './call-as-app.ts'

const plain = (text: string) => ({ type: 'plain_text', text })
const option = (value: string) => ({ text: plain(value), value })

const MODAL = {
  type: 'modal',
  title: plain('Settings'),
  submit: plain('Save'),
  blocks: [
    { type: 'header', text: plain('This channel') },
    {
      type: 'input',
      block_id: 'words',
      label: plain('Words'),
      element: { type: 'plain_text_input', action_id: 'words', multiline: true }
    },
    {
      type: 'input',
      block_id: 'who',
      label: plain('Who may speak'),
      optional: true,
      element: { type: 'static_select', action_id: 'who', options: [option('everybody'), option('mentions')] }
    }
  ]
}

const HOME = {
  type: 'home',
  blocks: [
    { type: 'section', text: { type: 'mrkdwn', text: '*Welcome home*, <@U0ANA>' } },
    { type: 'divider' },
    { type: 'section', text: plain('Follow-ups'), fields: [{ type: 'mrkdwn', text: '_none_' }] }
  ]
}

browserTest('fills in a modal, and shows a home tab', { guide: false }, async ({ page, sandbox: { slack } }) => {
  const help = await slack.command({ user: 'U0ANA', channel: 'C0DOCS', text: 'help' })
  await callAsApp(slack, 'views.open', { trigger_id: help.triggerId, view: MODAL })
  const modal = page.getByRole('dialog', { name: 'Settings' })
  await modal.getByRole('button', { name: 'Save' }).click()
  await modal.getByText('Please complete this required field.').waitFor()
  await modal.getByRole('textbox', { name: 'Words' }).fill('mentions only')
  await modal.getByRole('combobox', { name: 'Who may speak' }).selectOption('mentions')
  await modal.getByRole('button', { name: 'Save' }).click()
  await slack.waitFor(
    () => slack.deliveries().some(({ payload }) => payload.type === 'view_submission'),
    'the modal to be sent'
  )
  const sent = JSON.stringify(slack.deliveries().find(({ payload }) => payload.type === 'view_submission')?.payload)
  expect(sent).toContain('"value":"mentions only"')
  expect(sent).toContain('"value":"mentions"')
  await modal.waitFor({ state: 'detached' })

  await callAsApp(slack, 'views.publish', { user_id: 'U0ANA', view: HOME })
  await page.getByRole('button', { name: 'Agent Follow-up', exact: true }).click()
  await page.getByRole('button', { name: 'Home' }).click()
  await page.getByText('Welcome home, @Ana').waitFor()
})
