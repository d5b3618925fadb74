// A visitor's voice call: start, greeting, typed question, muting, interruption, hanging up.
import { expect, test } from 'vitest'
import { chatFrame, openChat, scriptTag } from './chat.ts'
import { setStage } from './harness.ts'
import { expectAccessible, look } from './pages.ts'
import { shopPage } from './sites.ts'

const stage = setStage({
  model: { firstTokenMs: 5, perTokenMs: 1 },
  browserArgs: [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    '--autoplay-policy=no-user-gesture-required',
  ],
})

test(
  'a visitor calls with one press, hears the agent, and the call is in the inbox',
  { timeout: 120_000 },
  async () => {
    const owner = await stage.owner()
    const agentId = await owner.agent('Lumen helper', {
      voiceConfig: {
        config: { enableWebCalling: true, recordAudio: true, backgroundNoise: 'none' },
        transcriber: { provider: 'deepgram', modelId: 'nova-2', utteranceThreshold: 50, language: 'en' },
        speechGen: { provider: 'deepgram', voiceId: 'asteria' },
      },
      vg_initMessages: ['Welcome to Lumen.'],
    })
    const site = await stage.hostPage(shopPage(scriptTag(stage.url, agentId)))
    const page = await stage.newPage()
    await page.goto(site.url)
    const { frame } = await openChat(page, 'Lumen helper')
    await frame.getByRole('button', { name: 'Start a call' }).click()
    const call = frame.getByRole('dialog', { name: 'Call with Lumen helper' })
    await call.getByText('This call is recorded.').waitFor()
    await call.getByRole('button', { name: 'Agree' }).click()
    await call.getByText('This call is recorded. Welcome to Lumen.').waitFor()
    await frame.locator('dialog.call[data-phase="listening"]').waitFor()
    await call.getByRole('textbox', { name: 'Type instead of speaking' }).fill('When do you open?')
    await call.getByRole('button', { name: 'Say this' }).click()
    await call.locator('li.caller', { hasText: 'When do you open?' }).waitFor()
    await frame.locator('dialog.call[data-phase="speaking"]').waitFor()
    await look(page, 'call')
    await expectAccessible(await chatFrame(page), 'call')
    await call.getByRole('button', { name: 'Mute', exact: true }).click()
    await call.getByRole('button', { name: 'Unmute' }).waitFor()
    await call.getByRole('button', { name: 'Hang up' }).click()
    await call.getByText('Call ended').waitFor()
    await call.getByRole('button', { name: 'Back to the chat' }).click()
    await frame.locator('.thread, main').getByText('When do you open?').first().waitFor()
    const calls = await owner.get<{ items: { id: string }[] }>(`/v2/agents/${agentId}/calls`)
    const one = `/v2/agents/${agentId}/calls/${calls.items[0]?.id}`
    await expect
      .poll(async () => (await owner.get<{ data: object }>(one)).data, { timeout: 30_000 })
      .toMatchObject({ state: 'ended', hasRecording: true, endReason: 'caller_hung_up' })

    const desk = await stage.newPage({ width: 1440, height: 900 })
    await owner.signIn(desk)
    await desk.goto(`${stage.url}/app/eu/inbox`)
    await desk.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click()
    await desk.getByRole('button', { name: 'Open call' }).click()
    const detail = desk.getByRole('dialog', { name: 'Call' })
    await detail.getByText('When do you open?').waitFor()
    await detail.locator('svg[data-from="agent"] rect').first().waitFor()
    await look(desk, 'call-in-the-inbox')
    await expectAccessible(desk, 'call in the inbox')
    await desk.goto(`${stage.url}/app/eu/agents/${agentId}/channels/voice`)
    await desk.getByRole('button', { name: 'Test Call' }).click()
    await desk.getByText('Welcome to Lumen.').first().waitFor()
    await look(desk, 'test-call')
    await expectAccessible(desk, 'test call')
    await desk.getByRole('button', { name: 'Hang up' }).click()
    await desk.getByText('Call ended.').waitFor()
  },
)
