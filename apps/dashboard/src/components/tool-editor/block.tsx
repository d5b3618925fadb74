// Shared by the editor's sections.
import { Stack, Text, Title } from '@mantine/core'
import type { Tool } from '@parlance/contract/tools/schemas'
import type { ReactNode } from 'react'
import type { Issues } from './tool-form.ts'

export interface Part {
  tool: Tool
  set: (change: Partial<Tool>) => void
  issues: Issues
  /** Also reports missing values, not only invalid ones. */
  strict: boolean
}

/** A section with a heading. */
export function Block({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={3}>{title}</Title>
      {text && (
        <Text size="sm" c="dimmed" mt={2}>
          {text}
        </Text>
      )}
      <Stack gap="sm" mt="sm">
        {children}
      </Stack>
    </section>
  )
}
