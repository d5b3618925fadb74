import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../../testing/render.tsx'
import { EmailDeveloper } from './email-developer.tsx'

test.each([
  [
    'a refusal',
    { status: 500, body: { success: false, code: 'INTERNAL', message: 'Broken.' } },
    'Failed to send email. Please try again.',
  ],
  ['an answer without success', { body: { success: false } }, 'Failed to send email. Please try again.'],
  ['success', { body: { success: true } }, 'DNS instructions sent successfully!'],
])('shows %s of the mail to the developer', async (_what, answer, text) => {
  serve({ 'POST /api/eu/mail/send-dns-instructions': () => answer })
  renderPage(<EmailDeveloper domain="chat.northlight.example" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Email Your Developer' }))
  await userEvent.type(await screen.findByRole('textbox'), 'dev@northlight.example{Enter}')
  expect(await screen.findByText(text)).toBeTruthy()
})
