// «Is it live on my site?»: the server checks a page; also lists sites that loaded the widget.
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { EmbedCheck } from '@parlance/contract/widget/embed'
import { useQuery } from '@tanstack/react-query'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../../i18n/number-locale.ts'
import { errorText } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { RelativeTime } from '../../../components/content/time.tsx'
import { ValidatedInput } from '../../../components/inputs/validated-input.tsx'
import { useDraft } from '../draft/draft.tsx'
import { readAddress } from './address.ts'
import { CheckResult } from './check-result.tsx'
import classes from './deploy.module.css'

/** Polling interval of the sites while waiting, in milliseconds. */
const SITES_POLL = 10_000

export default function LiveCheck() {
  return (
    <Stack gap="lg">
      <Check />
      <Sites />
    </Stack>
  )
}

/** One check at a time; ignores results of an older address. */
function useLiveCheck() {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId } = useDraft()
  const [result, setResult] = useState<EmbedCheck>()
  const [looking, setLooking] = useState(false)
  const latest = useRef({ text: '', done: Promise.resolve<string | undefined>(undefined) })
  /** Returns why no check was made. */
  const look = async (text: string): Promise<string | undefined> => {
    const url = readAddress(text)
    if (!url) return t('liveCheck.noAddress')
    setLooking(true)
    setResult(undefined)
    try {
      const found = await api.embed.check.call({ agentId, url, origin: location.origin })
      if (latest.current.text === text) setResult(found)
      return undefined
    } catch (error) {
      return errorText(error)
    } finally {
      if (latest.current.text === text) setLooking(false)
    }
  }
  return {
    result,
    looking,
    forget: () => {
      latest.current = { text: '', done: Promise.resolve(undefined) }
      setLooking(false)
      setResult(undefined)
    },
    /** Repeats the check of the same text only with `again`. */
    ask: (text: string, again = false): Promise<string | undefined> => {
      const trimmed = text.trim()
      if (trimmed === '') return Promise.resolve(undefined)
      if (again || latest.current.text !== trimmed) {
        latest.current = { text: trimmed, done: Promise.resolve(undefined) }
        latest.current.done = look(trimmed)
      }
      return latest.current.done
    },
  }
}

function Check() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const { result, looking, ask, forget } = useLiveCheck()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setRefusal(await ask(text, true))
  }
  return (
    <form onSubmit={(event) => void submit(event)} className={classes.check} noValidate>
      <Group align="flex-end" gap="sm" wrap="nowrap" className={classes.address}>
        <ValidatedInput
          label={t('liveCheck.label')}
          placeholder="https://www.example.com"
          maxLength={2000}
          value={text}
          validate={async (typed) => {
            const sentence = await ask(typed)
            setRefusal(undefined)
            return sentence
          }}
          onChange={(next) => {
            setText(next)
            setRefusal(undefined)
            forget()
          }}
        />
        <Button
          type="submit"
          variant="default"
          loading={looking}
          disabled={text.trim() === ''}
          leftSection={<IconSearch size={16} stroke={1.5} />}
        >
          {t('liveCheck.now')}
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        {t('liveCheck.hint')}
      </Text>
      {refusal && (
        <Text size="sm" c="red" role="alert">
          {refusal}
        </Text>
      )}
      <output className={classes.answer} aria-label={looking ? t('liveCheck.looking') : undefined}>
        {looking && <Skeleton height={96} radius="lg" />}
        {result && !looking && <CheckResult check={result} />}
      </output>
    </form>
  )
}

function Sites() {
  const { t, i18n } = useTranslation()
  const { api } = useScope()
  const { agentId } = useDraft()
  const sites = useQuery(
    api.embed.sites.queryOptions({ input: { agentId }, refetchInterval: SITES_POLL, staleTime: 0 }),
  )
  return (
    <section aria-label={t('liveCheck.seen')}>
      <Title order={3} size="h4" mb={4}>
        {t('liveCheck.seen')}
      </Title>
      {sites.isPending && <Skeleton height={40} />}
      {sites.error && !sites.data && (
        <ErrorMessage text={errorText(sites.error)} onRetry={() => void sites.refetch()} />
      )}
      {sites.data?.items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('liveCheck.never')}
        </Text>
      )}
      <ul className={classes.sites}>
        {sites.data?.items.map(({ origin, loads, lastAt }) => (
          <li key={origin}>
            <span className={classes.site}>{new URL(origin).host}</span>
            <Text span size="sm" c="dimmed">
              {t('liveCheck.loads', { count: loads, number: loads.toLocaleString(numberLocale(i18n.language)) })}
            </Text>
            <Text span size="sm" c="dimmed">
              <RelativeTime at={lastAt} />
            </Text>
          </li>
        ))}
      </ul>
    </section>
  )
}
