// The Voice tab: voices of each provider, a key that is added where it is missing, and the fields of voiceConfig.
import { startElevenLabs } from '@parlance/simulators/elevenlabs/server'
import type { Agent } from '@parlance/contract/agents/schemas'
import { afterAll, expect, test } from 'vitest'
import { setStage } from './harness.ts'
import { inspect } from './pages.ts'

const elevenlabs = await startElevenLabs()
afterAll(elevenlabs.close)
const stage = setStage({ env: () => ({ ELEVENLABS_BASE_URL: elevenlabs.url }) })

test('a voice is chosen, its missing key added and tested, and the next preview speaks with it', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Ada')
  const page = await stage.newPage({ width: 1440 })
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/voice?tab=voiceLibrary`)
  await page.getByRole('searchbox', { name: 'Search voices' }).fill('elevenlabs')
  await page.getByText('ElevenLabs, female').first().waitFor()
  await inspect(page, 'voice-library')
  await page.getByRole('radio', { name: /^Sarah/ }).check({ force: true })
  await page.getByText('There’s no ElevenLabs key for text to speech. The built-in voice speaks.').waitFor()
  await page.getByRole('button', { name: 'Hear Sarah' }).click()
  await page.getByText('Flite (slt)', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Add ElevenLabs key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add key: ElevenLabs' })
  const key = dialog.getByLabel('API key', { exact: false }).first()
  await key.fill('sk_not_a_key_of_theirs')
  await dialog.getByRole('button', { name: 'Test key' }).click()
  await dialog.getByText('ElevenLabs rejected this key.', { exact: false }).waitFor()
  await inspect(page, 'voice-key')
  await key.fill(elevenlabs.key)
  await dialog.getByRole('button', { name: 'Test key' }).click()
  await dialog.getByText('ElevenLabs accepted this key.', { exact: false }).waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Text to speech: ElevenLabs (Sarah) (online service)').waitFor()
  await page.getByText('Our receptionist', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Hear Sarah' }).click()
  await page.getByText('ElevenLabs (Sarah)', { exact: true }).waitFor()
  expect(elevenlabs.control.requests.at(-1)).toMatchObject({ voiceId: 'EXAVITQu4vr4xnSDxMaL', key: elevenlabs.key })
  await expect
    .poll(async () => {
      const { data, draft } = await owner.get<{ data: Agent; draft: { config: Agent } | null }>(`/v2/agents/${agentId}`)
      return (draft?.config ?? data).voiceConfig?.speechGen
    })
    .toMatchObject({ provider: 'elevenlabs', voiceId: 'EXAVITQu4vr4xnSDxMaL' })
  await page.goto(`${stage.url}/app/eu/credentials`)
  await page.getByRole('list', { name: 'Voice provider keys' }).getByText('Using your key').waitFor()
  await inspect(page, 'voice-credentials')
}, 180_000)

test('the voice channel reads well on a dark phone', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Ada')
  const page = await stage.newPage({ width: 390, height: 844 })
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/voice?tab=transcriber`)
  await page.getByText('There’s no Deepgram key for speech to text.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Add Deepgram key' }).waitFor()
  await inspect(page, 'voice-transcriber-phone')
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/channels/voice`)
  for (const name of ['General', 'Transcriber', 'Speech Generation', 'Test Call'])
    await page.getByRole('heading', { name, exact: true }).waitFor()
  await inspect(page, 'voice-channel-phone')
}, 180_000)
