// Embed code: display mode, method and code.
import { Accordion, Anchor, Button, Group, Radio, Tabs, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hrefOf, paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { CodeBox } from '../../../components/inputs/copy-button.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { useScrollRow } from '../../../components/lists/scroll-row.ts'
import { useDraft } from '../draft/draft.tsx'
import classes from './deploy.module.css'
import { useWidgetOrigin } from './prototype-link.ts'
import { RenderPicture } from './render-picture.tsx'
import { codeFor, policyFor, RENDERS, WAYS, wordpressCode, type Embed, type Render, type Way } from './script-tag.ts'

export function EmbedCode() {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId, config } = useDraft()
  const [render, setRender] = useState<Render>(config.position === 'left' ? 'bottom-left' : 'bottom-right')
  const [way, setWay] = useState<Way>('html')
  const row = useScrollRow<HTMLDivElement>(way)
  const origin = useWidgetOrigin()
  const embed: Embed = { origin, agentId, region, render }
  return (
    <>
      <RenderChooser value={render} onChange={setRender} />
      <Text size="sm" c="dimmed">
        {t(`widget.renders.${render}.text`)}{' '}
        <Anchor
          underline="always"
          href={hrefOf(paths.demo(region, agentId, 'page1', render))}
          target="_blank"
          rel="noopener"
          size="sm"
        >
          {t('widget.deploy.demo')}
        </Anchor>
      </Text>
      <Tabs value={way} onChange={(next) => setWay((next ?? 'html') as Way)} keepMounted={false}>
        <Tabs.List ref={row} className="scroll-row" aria-label={t('widget.deploy.ways')}>
          {WAYS.map((key) => (
            <Tabs.Tab key={key} value={key}>
              {t(`embedCode.${key}.name`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {WAYS.map((key) => (
          <Tabs.Panel key={key} value={key} pt="md">
            <Instructions way={key} embed={embed} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Policy origin={origin} />
      <CopyActions way={way} embed={embed} />
    </>
  )
}

function RenderChooser({ value, onChange }: { value: Render; onChange: (render: Render) => void }) {
  const { t } = useTranslation()
  return (
    <Radio.Group label={t('agents.deploy.position')} value={value} onChange={(next) => onChange(next as Render)}>
      <div className={classes.renders}>
        {RENDERS.map((render) => (
          <Radio.Card
            key={render}
            value={render}
            className={classes.render}
            aria-label={t(`widget.renders.${render}.name`)}
          >
            <RenderPicture render={render} />
            <span>{t(`widget.renders.${render}.name`)}</span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}

function Instructions({ way, embed }: { way: Way; embed: Embed }) {
  const { t } = useTranslation()
  const name = t(`embedCode.${way}.name`)
  const note = t(`embedCode.${way}.note`)
  const copyLabel = t('agents.settings.copy', { what: t('agents.deploy.script') })
  return (
    <div className={classes.way}>
      <Steps steps={t(`embedCode.${way}.steps`).split('\n')} />
      <CodeBox value={codeFor(way, embed)} name={t('widget.deploy.codeFor', { way: name })} copyLabel={copyLabel} />
      {way === 'wordpress' && (
        <>
          <Text size="sm">{t('embedCode.wordpress.theme')}</Text>
          <CodeBox
            value={wordpressCode(embed)}
            name={t('widget.deploy.themeCode')}
            copyLabel={t('agents.settings.copy', { what: t('widget.deploy.themeCode') })}
          />
        </>
      )}
      {note && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </div>
  )
}

/** A single step has no number. */
function Steps({ steps }: { steps: readonly string[] }) {
  if (steps.length === 1) return <Text size="sm">{steps[0]}</Text>
  return (
    <ol className={classes.steps}>
      {steps.map((step) => (
        <Text key={step} component="li" size="sm">
          {step}
        </Text>
      ))}
    </ol>
  )
}

function Policy({ origin }: { origin: string }) {
  const { t } = useTranslation()
  return (
    <Accordion variant="contained" chevronPosition="left">
      <Accordion.Item value="policy">
        <Accordion.Control>{t('widget.deploy.policy')}</Accordion.Control>
        <Accordion.Panel>
          <div className={classes.way}>
            <Text size="sm">{t('widget.deploy.policyText')}</Text>
            <CodeBox
              value={policyFor(origin)}
              name={t('widget.deploy.directives')}
              copyLabel={t('agents.settings.copy', { what: t('widget.deploy.directives') })}
            />
          </div>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

/** Copies the code, or the code with instructions for a developer. */
function CopyActions({ way, embed }: { way: Way; embed: Embed }) {
  const { t } = useTranslation()
  const clipboard = useClipboard()
  const code = codeFor(way, embed)
  const copyCode = () => {
    clipboard.copy(code)
    notify.success(t('common.copied'), { id: 'copied' })
  }
  const copyInstructions = () => {
    const note = t(`embedCode.${way}.note`)
    clipboard.copy([t(`embedCode.${way}.steps`), code, note].filter(Boolean).join('\n\n'))
    notify.success(t('widget.deploy.instructionsCopied'), { id: 'instructions-copied' })
  }
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={copyInstructions}>
        {t('widget.deploy.copyInstructions')}
      </Button>
      <Button leftSection={<IconCopy size={16} stroke={1.5} />} onClick={copyCode}>
        {t('agents.deploy.copyScript')}
      </Button>
    </Group>
  )
}
