import {
  Accordion,
  Code,
  List,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { MAX_CRAWL_DEPTH, MAX_CRAWL_PAGES } from '@parlance/contract/crawler/schemas'
import { MAX_TAGS } from '@parlance/contract/knowledge/schemas'
import { REFRESHES, type Refresh } from '@parlance/contract/knowledge/refresh'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../i18n/number-locale.ts'
import { type CrawlForm, nameFrom, type Problem, type Problems } from './form-state.ts'
import { useAgentTitles } from './use-crawls.ts'

interface Props {
  form: CrawlForm
  problems: Problems
  onChange: (patch: Partial<CrawlForm>) => void
}

function useSay() {
  const { t, i18n } = useTranslation()
  return (problem: Problem | undefined): string | undefined =>
    problem &&
    t(`crawler.form.problems.${problem.key}`, {
      line: problem.line,
      max: problem.max.toLocaleString(numberLocale(i18n.language)),
    })
}

export function CrawlFields(props: Props) {
  const { t } = useTranslation()
  const { form, problems, onChange } = props
  const say = useSay()
  const site = form.kind === 'site'
  return (
    <Stack gap="md">
      <Kind {...props} />
      <Textarea
        label={t(site ? 'crawler.form.starts' : 'crawler.form.startsSitemap')}
        description={t('crawler.form.startsText')}
        placeholder={site ? 'https://example.com/help' : 'https://example.com/sitemap.xml'}
        required
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        error={say(problems.starts)}
        value={form.starts}
        onChange={(event) => onChange({ starts: event.currentTarget.value })}
      />
      <TextInput
        label={t('crawler.form.name')}
        placeholder={nameFrom(form.starts) || t('crawler.form.nameHint')}
        maxLength={200}
        error={say(problems.name)}
        value={form.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Agents {...props} />
      <Bounds {...props} />
      <Switch
        label={t('crawler.form.stay')}
        description={t('crawler.form.stayText')}
        checked={form.stayOnDomain}
        onChange={(event) => onChange({ stayOnDomain: event.currentTarget.checked })}
      />
      <Matchers {...props} />
      <Upkeep {...props} />
      <Text size="xs" c="dimmed">
        {t('crawler.form.polite')}
      </Text>
    </Stack>
  )
}

function Kind({ form, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <div>
      <Text size="sm" fw={500} mb={4} id="crawl-kind">
        {t('crawler.form.kind')}
      </Text>
      <SegmentedControl
        fullWidth
        aria-labelledby="crawl-kind"
        data={[
          { value: 'site', label: t('crawler.form.kinds.site') },
          { value: 'sitemap', label: t('crawler.form.kinds.sitemap') },
        ]}
        value={form.kind}
        onChange={(kind) => onChange({ kind: kind as CrawlForm['kind'] })}
      />
      <Text size="xs" c="dimmed" mt={6}>
        {t(`crawler.form.kindText.${form.kind}`)}
      </Text>
    </div>
  )
}

/** How often it runs, and the tags of its documents. */
function Upkeep({ form, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Select
        label={t('crawler.form.refresh')}
        description={t('crawler.form.refreshText')}
        allowDeselect={false}
        data={REFRESHES.map((key) => ({ value: key, label: t(`crawler.form.refreshes.${key}`) }))}
        value={form.refresh}
        onChange={(next) => next && onChange({ refresh: next as Refresh })}
      />
      <TagsInput
        label={t('crawler.form.tags')}
        maxTags={MAX_TAGS}
        splitChars={[',']}
        acceptValueOnBlur
        value={form.tags}
        onChange={(tags) => onChange({ tags: tags.map((tag) => tag.trim().slice(0, 50)).filter(Boolean) })}
      />
    </>
  )
}

function Agents({ form, problems, onChange }: Props) {
  const { t } = useTranslation()
  const say = useSay()
  const { agents } = useAgentTitles()
  return (
    <MultiSelect
      label={t('crawler.form.agents')}
      description={agents.length === 0 && t('crawler.form.agentsFirst')}
      placeholder={form.agentIds.length === 0 ? t('crawler.form.agentsHint') : ''}
      nothingFoundMessage={t('crawler.form.agentsNone')}
      required
      searchable
      maxValues={20}
      data={agents.map(({ ID, title }) => ({ value: ID, label: title }))}
      error={say(problems.agentIds)}
      value={form.agentIds}
      onChange={(agentIds) => onChange({ agentIds })}
    />
  )
}

function Bounds({ form, problems, onChange }: Props) {
  const { t } = useTranslation()
  const say = useSay()
  return (
    <SimpleGrid cols={{ base: 1, xs: form.kind === 'site' ? 2 : 1 }} spacing="md">
      <NumberInput
        label={t('crawler.form.maxPages')}
        description={t('crawler.form.maxPagesText')}
        min={1}
        max={MAX_CRAWL_PAGES}
        clampBehavior="none"
        allowDecimal={false}
        error={say(problems.maxPages)}
        value={form.maxPages}
        onChange={(maxPages) => onChange({ maxPages })}
      />
      {form.kind === 'site' && (
        <NumberInput
          label={t('crawler.form.maxDepth')}
          description={t('crawler.form.maxDepthText')}
          min={0}
          max={MAX_CRAWL_DEPTH}
          clampBehavior="none"
          allowDecimal={false}
          error={say(problems.maxDepth)}
          value={form.maxDepth}
          onChange={(maxDepth) => onChange({ maxDepth })}
        />
      )}
    </SimpleGrid>
  )
}

const EXAMPLES = [
  ['/docs/*', 'folder'],
  ['*price*', 'part'],
  ['help.example.com/*', 'site'],
  ['*?page=*', 'query'],
] as const

function Matchers({ form, problems, onChange }: Props) {
  const { t } = useTranslation()
  const say = useSay()
  const area = { autosize: true, minRows: 2, maxRows: 8 }
  const [opened, setOpened] = useState(Boolean(form.include || form.exclude))
  const wrong = Boolean(problems.include ?? problems.exclude)
  return (
    <Accordion
      variant="contained"
      value={opened || wrong ? 'matchers' : null}
      onChange={(value) => setOpened(value !== null)}
    >
      <Accordion.Item value="matchers">
        <Accordion.Control>{t('crawler.form.matchers')}</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              {t('crawler.form.matchersText')}
            </Text>
            <List size="sm" c="dimmed">
              {EXAMPLES.map(([matcher, key]) => (
                <List.Item key={key}>
                  <Code>{matcher}</Code> {t(`crawler.form.matcherExamples.${key}`)}
                </List.Item>
              ))}
            </List>
            <Textarea
              label={t('crawler.form.include')}
              description={t('crawler.form.includeText')}
              placeholder="/docs/*"
              error={say(problems.include)}
              value={form.include}
              onChange={(event) => onChange({ include: event.currentTarget.value })}
              {...area}
            />
            <Textarea
              label={t('crawler.form.exclude')}
              description={t('crawler.form.excludeText')}
              placeholder={'/docs/archive/*\n*?print=*'}
              error={say(problems.exclude)}
              value={form.exclude}
              onChange={(event) => onChange({ exclude: event.currentTarget.value })}
              {...area}
            />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}
