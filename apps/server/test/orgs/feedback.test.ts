import { beforeAll, describe, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { makeClient, makeOrg, type TestClient, type TestOrg } from '../helpers/orgs.ts'
import { call, type Person } from '../helpers/people.ts'
import { PIXEL } from '../helpers/samples.ts'

const server = await sharedTestServer()

describe.each(['eu', 'na'] as const)('feedback in %s', (region) => {
  const api = server.api(region)
  const support = `help-${region}@example.test`
  let owner: Person
  let org: TestOrg
  let elsewhere: TestOrg
  let mia: TestClient
  const send = (bearer: string, body: object, { agencyId } = org) =>
    call<{ code?: string; message?: string }>('POST', `${api}/agencies/${agencyId}/email`, { bearer, body })
  const answerAt = (person: Person, supportEmail: string) =>
    server.must('PATCH', `${api}/v2/workspaces/${person.workspace.uid}/agency`, person.token, { supportEmail })

  beforeAll(async () => {
    owner = await server.signUp(region)
    const other = await server.signUp(region)
    org = await makeOrg(server, owner, [])
    elsewhere = await makeOrg(server, other, [])
    mia = await makeClient(server, owner, org)
    await answerAt(owner, support)
    await answerAt(other, `other-${region}@example.test`)
  })

  test('is mailed to the support address as text, with its author', async () => {
    const html = '<p>Open on <b>Sundays</b>?</p><script>alert(1)</script>'
    const bucket = [{ filename: '../../shop.png', base64Payload: PIXEL }]
    const sent = await send(mia.token, {
      to: support,
      subject: 'Hours',
      html,
      agencyData: { ID: org.agencyId },
      bucket,
    })
    expect([sent.status, sent.body]).toEqual([200, { success: true }])
    const [mail] = await server.mailsTo(support)
    expect(mail?.subject).toBe('Hours')
    expect(mail?.attachments).toEqual(['shop.png'])
    expect(mail?.text).toContain('Open on Sundays?')
    expect(mail?.text).not.toMatch(/<b>|alert/)
    // As text that no mail program turns into a link.
    expect(mail?.text).toContain(mia.email.split('@')[0])
  })

  test('keeps escaped characters, and is measured without them', async () => {
    const writer = await makeClient(server, owner, org)
    const html = 'The &lt;Submit> button is dead &amp; so is &lt;style>, see &amp;lt;.'
    expect((await send(writer.token, { html, subject: 'Escaped' })).status).toBe(200)
    const mail = (await server.mailsTo(support)).find(({ subject }) => subject === 'Escaped')
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('The <Submit> button is dead & so is <style>, see &lt;.')
    expect((await send(writer.token, { html: '&lt;'.repeat(5000) })).status).toBe(200)
    expect((await send(writer.token, { html: 'a'.repeat(5001) })).status).toBe(400)
  })

  test('cannot name another recipient or another agency', async () => {
    const writer = await makeClient(server, owner, org)
    const html = 'Hello'
    expect((await send(writer.token, { html, to: 'victim@example.test' })).status).toBe(400)
    expect((await send(writer.token, { html }, elsewhere)).status).toBe(404)
    expect((await send(writer.token, { html, agencyData: { ID: elsewhere.agencyId } })).status).toBe(404)
    expect(await server.mailsTo('victim@example.test')).toEqual([])
    expect(await server.mailsTo(`other-${region}@example.test`)).toEqual([])
    for (const bearer of [owner.token, `cls_${'x'.repeat(40)}`])
      expect([401, 403]).toContain((await send(bearer, { html })).status)
  })

  test('accepts only files of known kinds', async () => {
    const writer = await makeClient(server, owner, org)
    const bucket = [{ filename: 'page.html', base64Payload: Buffer.from('<html></html>').toString('base64') }]
    expect((await send(writer.token, { html: 'Hello', bucket })).status).toBe(400)
  })

  test('goes to the owner where the agency has no support address', async () => {
    const person = await server.signUp(region)
    const theirs = await makeOrg(server, person, [])
    const client = await makeClient(server, person, theirs)
    for (const supportEmail of ['', 'not an address', 'a@example.test, b@example.test']) {
      await answerAt(person, supportEmail)
      const html = `Hello from ${supportEmail || 'nowhere'}`
      expect((await send(client.token, { html }, theirs)).status, supportEmail).toBe(200)
      expect((await server.mailsTo(person.email)).some(({ text }) => text.includes(html.slice(0, 16)))).toBe(true)
    }
    expect((await send(client.token, { html: 'Hello', to: person.email }, theirs)).status).toBe(400)
    expect((await send(client.token, { html: 'Hello', to: '' }, theirs)).status).toBe(200)
  })

  test('is mailed to an international support address, however it is written', async () => {
    const person = await server.signUp(region)
    const theirs = await makeOrg(server, person, [])
    const client = await makeClient(server, person, theirs)
    await answerAt(person, `Hilfe-${region}@Bücher.example`)
    const to = `Hilfe-${region}@Bücher.example`
    expect((await send(client.token, { html: 'Hello', to }, theirs)).status).toBe(200)
    expect(await server.mailsTo(`hilfe-${region}@xn--bcher-kva.example`)).toHaveLength(1)
  })
})
