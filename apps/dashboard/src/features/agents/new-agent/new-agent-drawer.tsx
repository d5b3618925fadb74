import { ORPCError } from '@orpc/client'
import { Alert, Button, Drawer, Stack, Text, TextInput, Title } from '@mantine/core'
import type { TemplateId } from '@parlance/contract/agents/schemas'
import { newAgentId } from '@parlance/contract/lib/ids'
import { DEFAULT_TEMPLATE } from '@parlance/engine/templates/templates'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, hasCode } from '../../../lib/errors.ts'
import { pageLanguage } from '../../../i18n/page-language.ts'
import { AppLink, useNavigateTo } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { PlanError } from '../../../components/payment/plan-error.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { DrawerFooter } from '../../../components/overlay/drawer-footer.tsx'
import { DrawerHead } from '../../../components/overlay/side-drawer.tsx'
import { useEscape } from '../../../components/overlay/use-escape.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { ownTimeZone } from '../../../lib/own-time-zone.ts'
import { type Chosen, ownId, TemplatePicker } from './template-picker.tsx'
import { useOwnTemplates } from './use-own-templates.ts'

interface Props {
  opened: boolean
  onClose: () => void
}

export default function NewAgentDrawer({ opened, onClose }: Props) {
  const { t } = useTranslation()
  useEscape(onClose, opened)
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      // The drawer loads after the click, so it can't know its opener.
      returnFocus={false}
      size={560}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        <DrawerHead title={t('agents.drawer.title')} />
        <Drawer.Body pt="md">
          {/* Mounted with the drawer, so that each opening starts fresh. */}
          <Form onClose={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

function Form({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { client } = useScope()
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const [template, setTemplate] = useState<Chosen>(DEFAULT_TEMPLATE)
  const own = useCreate(onClose)
  const asClient = useCreateAsClient(onClose)
  const create = client ? asClient : own
  const templates = useOwnTemplates(template, () => setTemplate(DEFAULT_TEMPLATE))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const agentName = name.trim()
    if (!agentName) return setError(t('agents.drawer.nameRequired'))
    if (!create.isPending) create.mutate({ agentName, template })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <TextInput
          label={t('agents.drawer.name')}
          placeholder={t('agents.drawer.namePlaceholder')}
          required
          data-autofocus
          maxLength={200}
          value={name}
          error={error}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setError(undefined)
          }}
          // A disabled submit button prevents submission by Enter, so the field handles it.
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !name.trim()) submit(event)
          }}
        />
        <div>
          <Title order={3} mb="xs">
            {t('agents.drawer.choose')}
          </Title>
          <TemplatePicker value={template} onChange={setTemplate} own={templates.own} />
          {templates.remove && (
            <Button variant="subtle" color="red" size="compact-sm" mt="xs" onClick={templates.remove}>
              {t('agents.drawer.deleteTemplate')}
            </Button>
          )}
        </div>
        {!client && (
          <Alert icon={<IconInfoCircle stroke={1.5} />} color="gray">
            {t('agents.drawer.notice')}
          </Alert>
        )}
      </Stack>
      {hasCode(own.error, 'PLAN_LIMIT') && <PlanError error={own.error} />}
      {!client && <Voiceflow onClose={onClose} />}
      <DrawerFooter>
        <Button type="submit" fullWidth disabled={name.trim() === ''} loading={create.isPending}>
          {t('agents.drawer.create')}
        </Button>
      </DrawerFooter>
    </form>
  )
}

function Voiceflow({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { region } = useScope()
  return (
    <Text size="sm" c="dimmed" mt="md">
      {t('widget.voiceflow.have')}{' '}
      <AppLink
        target={paths.vfWidget(region)}
        onClick={onClose}
        style={{ color: 'var(--mantine-color-anchor)', textDecoration: 'underline' }}
      >
        {t('widget.voiceflow.connect')}
      </AppLink>
    </Text>
  )
}

interface Wanted {
  agentName: string
  template: Chosen
}

function useCreate(onClose: () => void) {
  const { t } = useTranslation()
  const { api, region, workspace } = useScope()
  const go = useNavigateTo()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ agentName, template }: Wanted) => {
      const lang = pageLanguage()
      const workspaceId = workspace.uid
      const templateId = ownId(template)
      if (templateId !== undefined)
        return api.agentTemplates.createAgent.call({ uid: workspaceId, templateId, agentName })
      if (template !== 'blank-template')
        return api.agents.convertAgentTemplateToAgent.call({
          agentName,
          agentTemplate: template as TemplateId,
          workspaceId,
          lang,
          timeZone: ownTimeZone(),
        })
      const [{ startOf }, { handoffConfig }] = await Promise.all([
        import('@parlance/engine/templates/template-config'),
        import('@parlance/contract/agents/handoff-fields'),
      ])
      const handoffHours = { ...handoffConfig.handoffHours.parse(undefined), timeZone: ownTimeZone() }
      // Without it, a save takes the starter's, which is longer.
      const voiceConfig = { transcriber: { utteranceThreshold: 50 } }
      const start = { ...startOf(template, agentName, lang), ownerID: workspaceId, handoffHours, voiceConfig }
      const { data } = await api.agents.save.call({ agentId: newAgentId(), ...start })
      return { agentCreated: data }
    },
    onSuccess: async ({ agentCreated }) => {
      notify.success(t('agents.drawer.created'))
      void client.invalidateQueries({ queryKey: api.agents.key() })
      const tab = agentCreated.enableNodes ? 'nodes' : 'overview'
      onClose()
      await go(paths.agent(region, agentCreated.ID, tab, { showDebugger: 'true' }))
    },
    onError: useSayFailure(),
  })
}

/** For client users: creates it in the agency's workspace with access for them. */
function useCreateAsClient(onClose: () => void) {
  const { t } = useTranslation()
  const { api, region, client: session } = useScope()
  const go = useNavigateTo()
  const client = useQueryClient()
  const [made, setMade] = useState<string>()
  const create = useMutation({
    mutationFn: ({ agentName, template }: Wanted) =>
      api.clientAgents.create.call({
        agentName,
        agentTemplate: template as TemplateId,
        lang: pageLanguage(),
        timeZone: ownTimeZone(),
      }),
    onSuccess: async ({ data }) => {
      setMade(data.ID)
      await client.invalidateQueries({ queryKey: ['client-session', region] })
    },
    onError: useSayFailure(),
  })
  // Waits until the session includes the agent; otherwise the page would redirect.
  const isKnown = made !== undefined && session?.agents.some(({ ID }) => ID === made) === true
  const canDesign = session?.client.canAccess.includes('/overview') === true
  const open = useEffectEvent((agentId: string) => {
    notify.success(t('agents.drawer.created'))
    onClose()
    void go(canDesign ? paths.part(region, agentId, 'overview') : paths.agentHome(region, agentId))
  })
  useEffect(() => {
    if (isKnown) open(made)
  }, [isKnown, made])
  return { mutate: create.mutate, isPending: create.isPending || made !== undefined }
}

/** Distinguishes a refusal from a creation that failed at the server or on the way to it. */
function useSayFailure() {
  const { t } = useTranslation()
  return (error: Error, { template }: Wanted) => {
    const sentence = errorText(error)
    const isConversion = template !== 'blank-template'
    if (error instanceof ORPCError && (isConversion || error.status < 500))
      notify.error(t('agents.drawer.refused', { message: sentence }), { autoClose: 2000 })
    else notify.error(t('agents.drawer.failed', { error: sentence }))
  }
}
