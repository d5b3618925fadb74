// Message templates of Meta.
import { Badge, Button, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Template } from '@parlance/contract/channels/whatsapp'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '../../../../components/feedback/alert-box.tsx'
import { Editing } from '../../../../components/feedback/read-only.tsx'
import { errorText } from '../../../../lib/errors.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useDraft } from '../../draft/draft.tsx'
import { useMetaNames } from './meta-names.ts'
import { NewTemplate } from './new-template.tsx'
import classes from './whatsapp.module.css'

const COLOURS: Record<string, string> = { APPROVED: 'green', PENDING: 'yellow', IN_APPEAL: 'yellow' }

export function WhatsappTemplates() {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId } = useDraft()
  const [isOpen, form] = useDisclosure()
  const templates = useQuery(api.whatsapp.templates.queryOptions({ input: { agentId } }))
  return (
    <section>
      <Title order={3} size="h4" mb={4}>
        {t('channels.wa.templates')}
      </Title>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('channels.wa.templatesText')}
        </Text>
        {templates.isPending && <Loader size="sm" />}
        {templates.isError && <AlertBox kind="danger">{errorText(templates.error)}</AlertBox>}
        {templates.data?.items.length === 0 && <Text size="sm">{t('channels.wa.noTemplates')}</Text>}
        <ul className={classes.templates}>
          {templates.data?.items.map((template) => (
            <TemplateRow key={template.id} template={template} />
          ))}
        </ul>
        <Editing>
          {isOpen ? (
            <NewTemplate
              onClose={form.close}
              onCreated={async () => {
                form.close()
                await templates.refetch()
              }}
            />
          ) : (
            <div>
              <Button variant="default" size="xs" onClick={form.open}>
                {t('channels.wa.newTemplate')}
              </Button>
            </div>
          )}
        </Editing>
      </Stack>
    </section>
  )
}

function TemplateRow({ template: { name, language, category, status, bodyText } }: { template: Template }) {
  const names = useMetaNames()
  return (
    <li>
      <Group gap="xs">
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Badge color={COLOURS[status] ?? 'red'}>{names.status(status)}</Badge>
        <Text size="sm" c="dimmed">
          {language} · {names.category(category)}
        </Text>
      </Group>
      <Text size="sm" dir="auto" lineClamp={3}>
        {bodyText}
      </Text>
    </li>
  )
}
