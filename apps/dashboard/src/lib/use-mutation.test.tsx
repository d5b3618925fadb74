import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useMutation } from './use-mutation.ts'

interface Sent {
  readonly what: unknown
  readonly settle: (failed?: boolean) => void
}

function drawn() {
  const sent: Sent[] = []
  const [done, failed] = [vi.fn(), vi.fn()]
  function Buttons() {
    const change = useMutation({
      mutationFn: (what: unknown) =>
        new Promise<void>((resolve, reject) => {
          sent.push({ what, settle: (fails) => (fails ? reject(new Error('refused')) : resolve()) })
        }),
      onSuccess: done,
      onError: failed,
    })
    return (
      <>
        <button onClick={() => change.mutate({ on: true })}>on</button>
        <button onClick={() => change.mutate({ on: false })}>off</button>
        <button onClick={() => change.mutate(new File(['a'], 'a.txt'))}>file</button>
        {change.isPending && <output>busy</output>}
        {change.error && <p role="alert">{change.error.message}</p>}
      </>
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Buttons />
    </QueryClientProvider>,
  )
  /** Requests start a moment after a press, once it can no longer be a double press. */
  const press = async (...names: string[]) => {
    for (const name of names) fireEvent.click(screen.getByRole('button', { name }))
    await screen.findByText('busy')
  }
  return { sent, done, failed, press }
}

test('sends once and reports once when pressed twice', async () => {
  const { sent, done, failed, press } = drawn()
  await press('on', 'on')
  await press('on')
  expect(sent).toHaveLength(1)
  sent[0]?.settle()
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  await waitFor(() => expect(screen.queryByText('busy')).toBeNull())
  await press('on')
  expect(sent).toHaveLength(2)
  expect(failed).not.toHaveBeenCalled()
})
test('lets another change through, and the first again afterwards', async () => {
  const { sent, press } = drawn()
  await press('on', 'off', 'off', 'on')
  expect(sent.map(({ what }) => what)).toEqual([{ on: true }, { on: false }, { on: true }])
})
test('treats two files as two changes, whatever their names', async () => {
  const { sent, press } = drawn()
  await press('file', 'file')
  expect(sent).toHaveLength(2)
})
test('can retry a failed change', async () => {
  const { sent, failed, press } = drawn()
  await press('on', 'on')
  sent[0]?.settle(true)
  expect((await screen.findByRole('alert')).textContent).toBe('refused')
  expect(failed).toHaveBeenCalledOnce()
  await press('on')
  expect(sent).toHaveLength(2)
})

test("no component uses the library's own hook", () => {
  const source = join(import.meta.dirname, '..')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.startsWith('lib/use-mutation.'),
  )
  expect(files.length).toBeGreaterThan(300)
  const takes = /import \{[^}]*\buseMutation\b[^}]*\} from '@tanstack/
  expect(files.filter((file) => takes.test(readFileSync(join(source, file), 'utf8')))).toEqual([])
})
