// The sandbox inbox: mails kept instead of sent, and samples of all mails. Nothing in them runs.
import { Badge, Button, Group, Tabs, Text, Title } from '@mantine/core'
import type { SandboxMail } from '@parlance/contract/platform/api'
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconDownload,
  IconExternalLink,
  IconPencil,
  IconRefresh,
} from '@tabler/icons-react'
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../lib/api.ts'
import { download } from '../../lib/files/download.ts'
import { errorText } from '../../lib/errors.ts'
import { AppLink, useSearchParam } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { MailDrawing } from '../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { Logo } from '../../components/layout/logo.tsx'
import { usePageTitle } from '../../components/layout/page.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { RelativeTime } from '../../components/content/time.tsx'
import { listOf } from '../../components/content/locale.ts'
import { firstLink, linksToTop } from './links.ts'
import { MailTemplates } from './mail-templates.tsx'
import classes from './sandbox-mail.module.css'

const WriteSandboxMail = lazy(() => import('./write-sandbox-mail.tsx'))

type Tab = 'mails' | 'templates'

export function SandboxMailPage() {
  const { t } = useTranslation()
  usePageTitle(t('accounts.inbox.title'))
  const [chosenTab, setTab] = useSearchParam('tab')
  const tab: Tab = chosenTab === 'templates' ? 'templates' : 'mails'
  return (
    <Tabs
      className={classes.page}
      value={tab}
      onChange={(next) => setTab(next === 'templates' ? 'templates' : undefined)}
      keepMounted={false}
    >
      <Header />
      <main className={classes.panel}>
        <Tabs.List px="md" aria-label={t('sandboxMail.views')}>
          <Tabs.Tab value="mails">{t('sandboxMail.list')}</Tabs.Tab>
          <Tabs.Tab value="templates">{t('sandboxMail.templates')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="mails" className={classes.panel}>
          <Inbox />
        </Tabs.Panel>
        <Tabs.Panel value="templates" className={classes.panel}>
          <MailTemplates />
        </Tabs.Panel>
      </main>
    </Tabs>
  )
}

function Inbox() {
  const { t } = useTranslation()
  const [chosen, choose] = useSearchParam('mail')
  const mails = useQuery(
    globalApi.platform.sandboxMails.queryOptions({ input: undefined, refetchInterval: 5000, staleTime: 0 }),
  )
  const items = mails.data?.items ?? []
  const mail = items.find((entry) => entry.id === chosen)
  const [writing, write] = useSearchParam('write')
  const [recipient] = useSearchParam('to')
  const answered = items.find((entry) => entry.id === writing)
  return (
    <>
      <Suspense fallback={null}>
        {writing !== '' && (answered || writing === '1') && (
          <WriteSandboxMail key={writing} answers={answered} recipient={recipient} onClose={() => write(undefined)} />
        )}
      </Suspense>
      <div className={classes.panes} data-reading={mail ? true : undefined}>
        {mails.isPending && <RowSkeletons />}
        {mails.error && <ErrorMessage text={errorText(mails.error)} onRetry={() => void mails.refetch()} />}
        {mails.data && items.length === 0 && (
          <EmptyState drawing={<MailDrawing />} title={t('sandboxMail.emptyTitle')} text={t('sandboxMail.emptyText')} />
        )}
        {items.length > 0 && (
          <>
            <MailList items={items} chosen={chosen} onChoose={choose} />
            <div className={classes.reader}>
              {mail ? (
                <Reader key={mail.id} mail={mail} onBack={() => choose(undefined)} onReply={() => write(mail.id)} />
              ) : (
                <Text c="dimmed" p="xl">
                  {t('sandboxMail.choose')}
                </Text>
              )}
            </div>
          </>
        )}
      </div>
    </>
  )
}

function Header() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [, write] = useSearchParam('write')
  const queryKey = globalApi.platform.sandboxMails.key()
  const refreshing = useIsFetching({ queryKey }) > 0
  return (
    <header className={classes.header}>
      <Group gap="sm">
        <Logo />
        <div>
          <Group gap="xs">
            <Title order={1} size="h2">
              {t('accounts.inbox.title')}
            </Title>
            <Badge color="yellow">{t('common.sandbox')}</Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {t('sandboxMail.description')}
          </Text>
        </div>
      </Group>
      <Group gap="xs">
        <Button leftSection={<IconPencil size={16} stroke={1.5} />} onClick={() => write('1')}>
          {t('sandboxMail.write')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.5} />}
          loading={refreshing}
          onClick={() => void client.invalidateQueries({ queryKey })}
        >
          {t('sandboxMail.refresh')}
        </Button>
        <AppLink target={paths.root()} className={classes.link}>
          {t('accounts.inbox.backToApp')}
        </AppLink>
      </Group>
    </header>
  )
}

interface ListProps {
  items: readonly SandboxMail[]
  chosen: string
  onChoose: (id: string) => void
}

function MailList({ items, chosen, onChoose }: ListProps) {
  const { t } = useTranslation()
  return (
    <ul className={classes.list} aria-label={t('sandboxMail.list')}>
      {items.map((mail) => (
        <li key={mail.id}>
          <button
            type="button"
            className={classes.row}
            aria-current={mail.id === chosen || undefined}
            onClick={() => onChoose(mail.id)}
          >
            <span className={classes.subject}>{mail.subject}</span>
            <span className={classes.meta}>
              <span className="truncate">{listOf(mail.to)}</span>
              <RelativeTime at={mail.date} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Attachments({ mail: { id: mailId, attachments } }: { mail: SandboxMail }) {
  const { t } = useTranslation()
  const save = useMutation({
    mutationFn: async (file: number) => {
      const { filename, contentType, base64Payload } = await globalApi.platform.sandboxMailFile.call({ mailId, file })
      download(filename, new Blob([Uint8Array.from(atob(base64Payload), (one) => one.charCodeAt(0))]), contentType)
    },
    onError: (error) => notify.error(errorText(error)),
  })
  return (
    <section aria-label={t('sandboxMail.attachments')}>
      <Group gap="xs" mt="xs">
        {attachments.map((name, file) => (
          <Button
            // oxlint-disable-next-line react/no-array-index-key -- files may have the same name
            key={file}
            variant="default"
            size="compact-sm"
            maw="100%"
            leftSection={<IconDownload size={16} stroke={1.5} />}
            loading={save.isPending && save.variables === file}
            aria-label={t('sandboxMail.download', { name })}
            onClick={() => save.mutate(file)}
          >
            {name}
          </Button>
        ))}
      </Group>
    </section>
  )
}

interface ReaderProps {
  mail: SandboxMail
  onBack: () => void
  onReply: () => void
}

function Reader({ mail, onBack, onReply }: ReaderProps) {
  const { t } = useTranslation()
  const link = firstLink(mail.text)
  return (
    <article className={classes.mail} aria-label={mail.subject}>
      <Button
        className={classes.back}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconArrowLeft size={16} stroke={1.5} />}
        onClick={onBack}
      >
        {t('sandboxMail.backToList')}
      </Button>
      <Group justify="space-between" gap="sm">
        <div className={classes.facts}>
          <Title order={2}>{mail.subject}</Title>
          <Text size="sm" c="dimmed">
            {t('sandboxMail.from')} {mail.from} · {t('sandboxMail.to')} {listOf(mail.to)} ·{' '}
            <RelativeTime at={mail.date} />
          </Text>
          {mail.attachments.length > 0 && <Attachments mail={mail} />}
        </div>
        <Group gap="xs">
          <Button variant="default" leftSection={<IconArrowBackUp size={16} stroke={1.5} />} onClick={onReply}>
            {t('sandboxMail.reply')}
          </Button>
          {link && (
            <Button component="a" href={link} rightSection={<IconExternalLink size={16} stroke={1.5} />}>
              {t('sandboxMail.openLink')}
            </Button>
          )}
        </Group>
      </Group>
      {mail.html ? (
        // No scripts or forms. A link leaves this page, as in a mail program.
        <iframe
          className={classes.frame}
          sandbox="allow-top-navigation-by-user-activation"
          srcDoc={linksToTop(mail.html)}
          title={t('sandboxMail.body')}
        />
      ) : (
        <pre className={classes.text} dir="auto">
          {mail.text}
        </pre>
      )}
    </article>
  )
}
