import type { Crawl } from '@parlance/contract/crawler/schemas'
import { useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../i18n/number-locale.ts'
import { errorText } from '../../lib/errors.ts'
import { UnsavedGuard, useDiscardQuestion } from '../../lib/unsaved-guard.tsx'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { FormFooter } from '../../components/overlay/drawer-footer.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { useMutation } from '../../lib/use-mutation.ts'
import { CrawlFields } from './crawl-fields.tsx'
import { blankForm, type CrawlForm, formOf, nameFrom, problemsOf, settingsOf } from './form-state.ts'
import { useAgentTitles, useCrawl, useSaveCrawl } from './use-crawls.ts'

interface Props {
  /** Undefined for a new one. */
  crawlId: string | undefined
  onSaved: (crawl: Crawl) => void
  onClose: () => void
}

export default function CrawlEditor({ crawlId, ...props }: Props) {
  const { pending, agents } = useAgentTitles()
  if (crawlId !== undefined) return <Existing crawlId={crawlId} {...props} />
  if (pending) return <Waiting {...props} />
  // A single agent needs no choice.
  const [only] = agents
  return <Editor before={blankForm(agents.length === 1 && only ? [only.ID] : [])} {...props} />
}

function Existing({ crawlId, ...props }: Omit<Props, 'crawlId'> & { crawlId: string }) {
  const { data, error } = useCrawl(crawlId)
  if (!data) return <Waiting failure={error} {...props} />
  return <Editor crawl={data.data} before={formOf(data.data)} {...props} />
}

function Waiting({ failure, onClose }: { failure?: unknown; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <SideDrawer title={t('crawler.title')} size={640} onClose={onClose}>
      {failure ? <ErrorMessage text={errorText(failure)} /> : <RowSkeletons rows={4} />}
    </SideDrawer>
  )
}

interface EditorProps extends Omit<Props, 'crawlId'> {
  crawl?: Crawl
  before: CrawlForm
}

function Editor({ crawl, before, onSaved, onClose }: EditorProps) {
  const { t, i18n } = useTranslation()
  const [first] = useState(before)
  const [form, setForm] = useState(first)
  const [tried, setTried] = useState(false)
  const put = useSaveCrawl()
  const save = useMutation({ mutationFn: (next: CrawlForm) => put(crawl?.id, settingsOf(next)), onSuccess: onSaved })
  const ask = useDiscardQuestion()
  // Without a name the job is named after its site.
  const named = { ...form, name: form.name.trim() || nameFrom(form.starts) }
  const problems = problemsOf(named)
  const dirty = JSON.stringify(form) !== JSON.stringify(first) && !save.isPending && !save.isSuccess
  const close = async () => {
    if (!dirty || (await ask())) onClose()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (Object.keys(problems).length === 0) return save.mutate(named)
    // The error may be off-screen or collapsed: mark it first, then scroll to it.
    flushSync(() => setTried(true))
    event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  const credits = Number(form.maxPages) || 0
  return (
    <SideDrawer
      title={crawl ? t('crawler.form.editTitle', { name: crawl.name }) : t('crawler.form.newTitle')}
      size={640}
      onClose={() => void close()}
    >
      <UnsavedGuard dirty={dirty} />
      <form onSubmit={submit} noValidate>
        {save.error && <ErrorMessage text={errorText(save.error)} />}
        <CrawlFields
          form={form}
          problems={tried ? problems : {}}
          onChange={(patch) => setForm({ ...form, ...patch })}
        />
        <FormFooter
          label={t(crawl ? 'crawler.form.save' : 'crawler.form.create')}
          pending={save.isPending}
          note={t('crawler.form.price', {
            count: credits,
            credits: credits.toLocaleString(numberLocale(i18n.language)),
          })}
          onCancel={() => void close()}
        />
      </form>
    </SideDrawer>
  )
}
