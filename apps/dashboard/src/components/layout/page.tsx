// The frame of an ordinary page: title, what it is for, its actions, and its width.
import { Group, Text, Title } from '@mantine/core'
import { type ReactNode, useLayoutEffect } from 'react'
import classes from './page.module.css'

interface Props {
  title: string
  description?: ReactNode
  actions?: ReactNode
  narrow?: boolean
  children: ReactNode
}

/** The title of the browser tab of a page outside an agent; inside, the agent's name stands there. */
export const usePageTitle = (title: string) =>
  useLayoutEffect(() => {
    document.title = `${title} · Parlance`
    return () => {
      // The page that follows may be a while in coming.
      document.title = 'Parlance'
    }
  }, [title])

export function Page({ title, description, actions, narrow, children }: Props) {
  return (
    <div className={classes.page} data-narrow={narrow || undefined}>
      <Group justify="space-between" align="flex-start" gap="sm" mb="lg">
        <div>
          <Title order={1}>{title}</Title>
          {description && (
            <Text c="dimmed" mt={4} maw={640}>
              {description}
            </Text>
          )}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </div>
  )
}

/** A part of a page of settings: its name and purpose on the left, its fields on the right. */
export function Section({
  title,
  description,
  children,
}: {
  title: string
  description?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={classes.section} aria-label={title}>
      <div>
        <Title order={2} size="h3">
          {title}
        </Title>
        {description && (
          <Text c="dimmed" size="sm" mt={4}>
            {description}
          </Text>
        )}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  )
}
