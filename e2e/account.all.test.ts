// Signing in: a second factor, passkeys and other providers; and ending other sessions.
import { fileURLToPath } from 'node:url'
import { type OidcSimulator, startOidc } from '@parlance/simulators/oidc/server'
import { quietPort } from '@parlance/simulators/quiet-port'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { call, confirmAddress, newEmail, type Owner, PASSWORD, setStage } from './harness.ts'
import { walk, loseAccess } from './pages.ts'
import { totpCode } from './second-factor.ts'

let provider: OidcSimulator
afterAll(() => provider?.close())
const stage = setStage({
  env: async () => {
    provider = await startOidc()
    // Providers redirect to an address that must be known in advance.
    const port = await quietPort()
    return {
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_NAME: 'Acme',
    }
  },
})

/** An owner with a confirmed address. */
async function confirmedOwner(): Promise<Owner> {
  const owner = await stage.owner()
  await confirmAddress(owner)
  return owner
}

const PHOTO = fileURLToPath(import.meta.resolve('./attachments/lamp.png'))
const mailsTo = async (email: string) => {
  const path = `${stage.url}/api/sandbox/mails?to=${encodeURIComponent(email)}`
  return (await call<{ items: { subject: string; text: string }[] }>(path)).items
}
const account = (page: Page, tab: string) => page.goto(`${stage.url}/app/eu/account?tab=${tab}`)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
async function fillLogin(page: Page, email: string) {
  await page.goto(`${stage.url}/login`)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(page, 'Sign In').click()
}

test('a second factor is set up, required after the password, and replaced once by a recovery code', async () => {
  const owner = await confirmedOwner()
  const page = await stage.newPage({ allow: [/40[01]/] })
  await owner.signIn(page)
  await account(page, 'security')
  await button(page, 'Set up').waitFor()
  await walk(page, 'account-security')
  await button(page, 'Set up').click()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  await walk(page, 'account-qr')
  const shown = await page.getByRole('region', { name: 'Authenticator key' }).innerText()
  const key = shown.replaceAll(/\s/g, '')
  await page.getByLabel('Code', { exact: true }).fill(totpCode(key))
  await page.keyboard.press('Enter')
  const codes = page.getByRole('region', { name: 'Recovery codes' })
  await codes.waitFor()
  const [recovery = ''] = (await codes.innerText()).trim().split(/\s+/)
  await button(page, 'I’ve saved them').click()
  await page.getByText('10 recovery codes left').waitFor()

  const other = await stage.newPage({ allow: [/400/] })
  await fillLogin(other, owner.email)
  await other.getByRole('heading', { name: 'Two-factor authentication' }).waitFor()
  // A reload keeps the step and does not sign in.
  await other.reload()
  // The last digit submits.
  await other.getByLabel('Code', { exact: true }).fill('000000')
  await other.getByText(/That code is wrong/).waitFor()
  await walk(other, 'account-step')
  await button(other, 'Lost access to both?').click()
  await other.getByText(/ask your administrator/).waitFor()
  await walk(other, 'account-step-lost')
  await other.getByLabel('Code', { exact: true }).fill(totpCode(key, 1))
  await other.waitForURL('**/app/eu/agents')

  const third = await stage.newPage()
  await fillLogin(third, owner.email)
  await button(third, 'Use a recovery code instead').click()
  await third.getByLabel('Recovery code').fill(recovery)
  await third.keyboard.press('Enter')
  await third.waitForURL('**/app/eu/agents')
  const subjects = async () => (await mailsTo(owner.email)).map(({ subject }) => subject)
  await expect.poll(subjects).toContain('A recovery code was used to sign in')
  await expect.poll(subjects).toContain('Two-factor authentication was turned on')

  // Lists every session except the one ended by the second factor; the third session ends the first.
  await account(third, 'sessions')
  const list = third.getByRole('list', { name: 'Sessions' })
  await expect.poll(() => list.getByRole('listitem').count()).toBe(3)
  await walk(third, 'account-sessions')
  for (const one of [page, other]) loseAccess(one)
  await button(third, 'Sign out everywhere else').click()
  await third.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
  await third.getByText('Signed out of 2 other sessions.').waitFor()
  await page.reload()
  await page.waitForURL('**/login**')
})

test('a passkey is added by its owner and signs in by keyboard alone', async () => {
  const owner = await confirmedOwner()
  const page = await stage.newPage({ allow: [/40[01]/] })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await owner.signIn(page)
  await account(page, 'security')
  await button(page, 'Add a passkey').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('My laptop')
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  const passkeys = page.getByRole('list', { name: 'Passkeys' })
  await passkeys.getByText('My laptop').waitFor()
  await button(page, 'Rename My laptop').focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('New name').fill('Nobody’s')
  await page.keyboard.press('Escape')
  await expect.poll(() => button(page, 'Rename My laptop').evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByLabel('New name').fill('Work laptop')
  await walk(page, 'account-renaming')
  await page.keyboard.press('Enter')
  await passkeys.getByText('Work laptop').waitFor()
  // Focuses without hovering: the button's tooltip would cover the page.
  await button(page, 'Add a passkey').focus()
  await page.getByRole('tooltip').waitFor({ state: 'hidden' })
  await walk(page, 'account-passkeys')

  loseAccess(page)
  await page.context().clearCookies()
  await page.goto(`${stage.url}/login`)
  await button(page, 'Sign in with a passkey').waitFor()
  await walk(page, 'account-login')
  await button(page, 'Sign in with a passkey').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/eu/agents')

  // Refuses a device that could not verify its user.
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await page.context().clearCookies()
  await page.goto(`${stage.url}/login`)
  await button(page, 'Sign in with a passkey').click()
  await page.getByRole('alert').waitFor()
  expect(page.url()).toContain('/login')
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })

  await owner.signIn(page)
  await account(page, 'security')
  await passkeys.getByText(/^Last used/).waitFor()
  await button(page, 'Remove Work laptop').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No passkeys yet.').waitFor()
  await page.context().clearCookies()
  await page.goto(`${stage.url}/login`)
  await button(page, 'Sign in with a passkey').click()
  await page.getByText('That passkey didn’t work.').waitFor()
})

test('a newcomer from another provider chooses a region, skips the first steps, and connects later', async () => {
  const email = newEmail()
  provider.person({ sub: 'grace', email, email_verified: true, name: 'Grace' })
  const page = await stage.newPage({ allow: [/400|403/] })
  await page.goto(`${stage.url}/login?redirect=%2Fapp%2Fna%2Faccount`)
  await button(page, 'Continue with Acme').click()
  await page.getByText(/You don’t have an account with your Acme address yet/).waitFor()
  await walk(page, 'account-newcomer')
  await page.getByRole('radio', { name: /North America/ }).click()
  await button(page, 'Continue with Acme').click()
  await page.waitForURL('**/onboarding?region=na&redirect=%2Fapp%2Fna%2Faccount')
  await button(page, 'Skip').click()
  await page.waitForURL('**/app/na/account')
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email)
  expect(page.url()).not.toContain('code=')

  // A matching provider account must not open someone else's account.
  const owner = await confirmedOwner()
  provider.person({ sub: 'eve', email: owner.email, email_verified: false })
  const other = await stage.newPage({ allow: [/400|403/] })
  await other.goto(`${stage.url}/login`)
  await button(other, 'Continue with Acme').click()
  await other.getByText(/Sign in with your password or a passkey first/).waitFor()
  await owner.signIn(other)
  await account(other, 'security')
  await button(other, 'Connect Acme').click()
  await other.getByLabel('Your password').fill(PASSWORD)
  await other.keyboard.press('Enter')
  await button(other, 'Disconnect Acme').waitFor()
  await walk(other, 'account-providers')
})

test('an account changes its address by link, exports its data, and is deleted', async () => {
  const owner = await confirmedOwner()
  const page = await stage.newPage({ allow: [/40[01]/] })
  await owner.signIn(page)
  await account(page, 'profile')
  await page.locator('input[type=file]').setInputFiles(PHOTO)
  await page.locator('nav img[src^="/media/people/"]').waitFor()
  await walk(page, 'account-profile')
  const email = newEmail()
  await button(page, 'Change address').click()
  await page.getByLabel('New email address').fill(email)
  await page.getByLabel('Your password').fill(PASSWORD)
  await walk(page, 'account-address')
  await page.keyboard.press('Enter')
  await page.getByText(`We sent a link to ${email}.`).waitFor()
  await expect.poll(() => mailsTo(email)).toHaveLength(1)
  const [mail] = await mailsTo(email)
  const [, token = ''] = /verify-email\?token=(\w+)/.exec(mail?.text ?? '') ?? []
  // In a browser without a session, the link waits for its owner to sign in.
  const elsewhere = await stage.newPage({ allow: [/401/] })
  await elsewhere.goto(`${stage.url}/verify-email?token=${token}`)
  await button(elsewhere, 'Confirm email address').click()
  await elsewhere.getByRole('heading', { name: 'Is this your account?' }).waitFor()
  await walk(elsewhere, 'account-whose-address')
  await button(elsewhere, 'Sign in').click()
  await elsewhere.getByRole('textbox', { name: 'Email' }).fill(owner.email)
  await elsewhere.getByLabel('Password', { exact: true }).fill(PASSWORD)
  expect(elsewhere.url()).not.toContain(token)
  await button(elsewhere, 'Sign In').click()
  await elsewhere.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor()

  await account(page, 'data')
  const asked = page.waitForResponse((answer) => answer.request().method() === 'POST' && /export/.test(answer.url()))
  await button(page, 'Export data from Europe (Frankfurt)').click()
  await asked
  // The export runs in the background, so the page may close.
  await page.goto('about:blank')
  await account(page, 'data')
  const copy = button(page, 'Download the export from Europe (Frankfurt)')
  await copy.waitFor({ timeout: 30_000 })
  await walk(page, 'account-data')
  const [download] = await Promise.all([page.waitForEvent('download'), copy.click()])
  expect(download.suggestedFilename()).toMatch(/^parlance-eu-.*\.zip$/)
  expect(await download.failure()).toBeNull()

  await button(page, 'Delete account').click()
  await page.getByText('This will be deleted permanently:').waitFor()
  await page.getByLabel(`Type ${email} to confirm`).fill(email)
  await page.getByLabel('Your password').fill(PASSWORD)
  await walk(page, 'account-deletion')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click()
  await page.waitForURL('**/login**')
  await fillLogin(page, email)
  await page.getByText(/Wrong email or password/).waitFor()
})
