// Layout of a page: title, description, actions and width.
import { Group, Text, Title } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { type ReactNode, useContext, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { agencyHost } from '../../lib/agency/host.ts'
import { helpArticle, type HelpSlug } from '../../lib/paths.ts'
import { ScopeContext } from '../../lib/workspace-scope.tsx'
import { labelled } from '../content/locale.ts'
import classes from './page.module.css'

interface Props {
  title: string
  description?: ReactNode
  actions?: ReactNode
  narrow?: boolean
  /** The help article about this page. */
  help?: HelpSlug
  children: ReactNode
}

/** The browser tab's title of pages outside an agent; inside, it is the agent's name. */
export const usePageTitle = (title: string) =>
  useLayoutEffect(() => {
    // Agency pages name only the agency.
    document.title = agencyHost ? title : `${title} · Parlance`
    return () => {
      // The next page may take a while.
      if (!agencyHost) document.title = 'Parlance'
    }
  }, [title])

export function Page({ title, description, actions, narrow, help, children }: Props) {
  return (
    <div className={classes.page} data-narrow={narrow || undefined}>
      <Group justify="space-between" align="flex-start" gap="sm" mb="lg">
        <div>
          <Group gap={6} wrap="nowrap">
            <Title order={1}>{title}</Title>
            {help && <HelpLink title={title} slug={help} />}
          </Group>
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

/** Links to a help article; hidden for client users, whom their agency helps. */
export function HelpLink({ title, slug }: { title: string; slug: HelpSlug }) {
  const { t } = useTranslation()
  const isClient = useContext(ScopeContext)?.client !== undefined
  const name = labelled(t('shell.docs'), title)
  if (isClient) return null
  return (
    <a className={classes.help} href={helpArticle(slug)} target="_blank" rel="noopener" aria-label={name} title={name}>
      <IconHelp size={20} stroke={1.5} aria-hidden />
    </a>
  )
}

/** A settings section: name and description on the left, fields on the right. */
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
