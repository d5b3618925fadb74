import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { MAX_URLS_AT_ONCE } from '@parlance/contract/knowledge/schemas'
import type { Refresh } from '@parlance/contract/knowledge/refresh'
import { useEffect, useMemo, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import { PlanError } from '../../../components/payment/plan-error.tsx'
import { FormFooter } from '../../../components/overlay/drawer-footer.tsx'
import { ReadingCost } from '../cost.tsx'
import type { FormProps } from './kinds.ts'
import classes from '../knowledge.module.css'
import { RefreshField } from '../refresh-field.tsx'
import { TagsField } from '../tags-field.tsx'
import { addressesOf, isAddress } from './lines.ts'
import { RefusedUrlList, useAddUrls } from './urls-form.tsx'

/** Most rows rendered at once; the filter finds others. */
const SHOWN = 200

/** Reads a sitemap, then lets the user choose pages. */
export function SitemapForm({ agentId, onDirty, onDone, onCancel }: FormProps) {
  const { t } = useTranslation()
  const { api } = useScope()
  const [address, setAddress] = useState('')
  const [said, setSaid] = useState('')
  const read = useMutation(api.knowledge.readSitemap.mutationOptions())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [url = ''] = addressesOf(address)
    if (!isAddress(url)) return setSaid(t('knowledge.sitemap.wrong'))
    setSaid('')
    read.mutate({ agentId, url })
  }
  return (
    <>
      <form onSubmit={submit} noValidate>
        <Group gap="xs" align="flex-start" wrap="nowrap" mb="md">
          <TextInput
            flex={1}
            label={t('knowledge.sitemap.label')}
            description={t('knowledge.sitemap.hint')}
            placeholder="https://example.com/sitemap.xml"
            data-autofocus
            error={said || (read.error ? errorText(read.error) : undefined)}
            value={address}
            onChange={(event) => {
              setAddress(event.currentTarget.value)
              setSaid('')
              if (read.isError) read.reset()
            }}
          />
          <Button type="submit" variant={read.data ? 'default' : 'filled'} loading={read.isPending} mt={46}>
            {t('knowledge.sitemap.read')}
          </Button>
        </Group>
      </form>
      <output>{read.data?.items.length === 0 && <Text c="dimmed">{t('knowledge.sitemap.empty')}</Text>}</output>
      {read.data && read.data.items.length > 0 && (
        <Choice
          key={read.variables?.url}
          agentId={agentId}
          {...read.data}
          onDirty={onDirty}
          onDone={onDone}
          onCancel={onCancel}
        />
      )}
    </>
  )
}

interface ChoiceProps extends FormProps {
  items: readonly { url: string; lastModified: string }[]
  more: boolean
}

function Choice({ agentId, items, more, onDirty, onDone, onCancel }: ChoiceProps) {
  const { t } = useTranslation()
  const choice = useChoice(items)
  const { chosen } = choice
  const [tags, setTags] = useState<string[]>([])
  const [refresh, setRefresh] = useState<Refresh>('never')
  const add = useAddUrls(agentId, (refused) => refused.length === 0 && onDone())
  const dirty = !add.isPending && !add.isSuccess
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate({ agentId, urls: chosen.slice(0, MAX_URLS_AT_ONCE).map(({ url }) => url), tags, refresh })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <PlanError error={add.error} />
        <RefusedUrlList refused={add.data?.refused ?? []} />
        <Pages items={items} more={more} choice={choice} />
        {chosen.length > MAX_URLS_AT_ONCE && (
          <Alert color="yellow">{t('knowledge.sitemap.tooMany', { max: MAX_URLS_AT_ONCE })}</Alert>
        )}
        <RefreshField value={refresh} onChange={setRefresh} />
        <TagsField agentId={agentId} value={tags} onChange={setTags} />
      </Stack>
      <FormFooter
        label={t('knowledge.urls.addMany', { count: Math.min(chosen.length, MAX_URLS_AT_ONCE) })}
        pending={add.isPending}
        disabled={chosen.length === 0}
        onCancel={onCancel}
        note={<ReadingCost pages />}
      />
    </form>
  )
}

type Items = readonly { url: string; lastModified: string }[]

/** The chosen pages: all that match the filter, except those unticked. */
function useChoice(items: Items) {
  const [filter, setFilter] = useState('')
  const [out, setOut] = useState<ReadonlySet<string>>(new Set())
  const found = useMemo(() => items.filter(({ url }) => url.includes(filter.trim())), [items, filter])
  return {
    filter,
    setFilter,
    found,
    chosen: found.filter(({ url }) => !out.has(url)),
    isOut: (url: string) => out.has(url),
    toggle: (url: string) => setOut((before) => toggled(before, url)),
    all: (on: boolean) => setOut(new Set(on ? [] : items.map(({ url }) => url))),
  }
}

interface PagesProps {
  items: Items
  more: boolean
  choice: ReturnType<typeof useChoice>
}

function Pages({ items, more, choice }: PagesProps) {
  const { t } = useTranslation()
  const { filter, setFilter, found, chosen, isOut, toggle, all } = choice
  return (
    <>
      <TextInput
        label={t('knowledge.sitemap.filter')}
        placeholder="/docs/"
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <Group justify="space-between">
        <Text component="output" size="sm" c="dimmed">
          {t(more ? 'knowledge.sitemap.chosenOfMore' : 'knowledge.sitemap.chosen', {
            chosen: chosen.length,
            count: items.length,
          })}
        </Text>
        <Button size="compact-xs" variant="subtle" onClick={() => all(chosen.length === 0)}>
          {t(chosen.length === 0 ? 'knowledge.sitemap.all' : 'knowledge.sitemap.none')}
        </Button>
      </Group>
      <Stack gap={6} className={classes.choice}>
        {found.slice(0, SHOWN).map(({ url }) => (
          <Checkbox
            key={url}
            size="sm"
            label={url}
            styles={{ label: { overflowWrap: 'anywhere' } }}
            checked={!isOut(url)}
            onChange={() => toggle(url)}
          />
        ))}
        {found.length > SHOWN && (
          <Text size="sm" c="dimmed">
            {t('knowledge.sitemap.others', { count: found.length - SHOWN })}
          </Text>
        )}
      </Stack>
    </>
  )
}

function toggled(before: ReadonlySet<string>, url: string): ReadonlySet<string> {
  const after = new Set(before)
  if (!after.delete(url)) after.add(url)
  return after
}
