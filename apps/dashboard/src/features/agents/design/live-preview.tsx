// Previews the chat from the draft: every display mode, page size and direction.
import { ActionIcon, Affix, Button, Group, SegmentedControl, Select, Skeleton, Switch, Text } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { IconEye, IconMaximize } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../draft/draft.tsx'
import { MODES, PreviewStage, SIZES, type View } from './preview-stage.tsx'
import { useCssCheck } from './use-css-check.ts'
import classes from './preview.module.css'
import { AlwaysEditable } from '../../../components/feedback/read-only.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'

export default function LivePreview() {
  // Renders after the page, in chunks.
  const due = useDeferredValue(true, false)
  if (!due) return <Skeleton height={640} radius="lg" />
  return (
    <AlwaysEditable>
      <Preview />
    </AlwaysEditable>
  )
}

function Preview() {
  const { t } = useTranslation()
  const { config } = useDraft()
  const { css = '' } = useCssCheck(config.ADVANCED_customCSS)
  const [view, setView] = useState<View>({ mode: 'corner', size: 'chat', open: true, rtl: false })
  const [large, setLarge] = useState(false)
  const { ref, inViewport } = useInViewport<HTMLDivElement>()
  const stage = (
    <PreviewStage config={config} css={css} view={view} large={large} onOpen={(open) => setView({ ...view, open })} />
  )
  const controls = <Controls view={view} onChange={setView} />
  return (
    <div ref={ref} data-testid="live-preview">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={500}>
          {t('themes.preview.title')}
        </Text>
        <ActionIcon
          aria-label={t('themes.preview.enlarge')}
          onClick={() => {
            if (view.size === 'chat') setView({ ...view, size: 'desktop' })
            setLarge(true)
          }}
        >
          <IconMaximize size={18} stroke={1.5} />
        </ActionIcon>
      </Group>
      {!large && controls}
      {!large && stage}
      {!inViewport && !large && <Reach onOpen={() => setLarge(true)} />}
      <Dialog opened={large} onClose={() => setLarge(false)} size="min(1340px, 96vw)" title={t('themes.preview.title')}>
        {controls}
        {stage}
      </Dialog>
    </div>
  )
}

/** On phones the preview is at the end of a long form. */
function Reach({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation()
  return (
    <Affix className={classes.reach} zIndex={100}>
      <Button
        variant="default"
        radius="xl"
        leftSection={<IconEye size={18} stroke={1.5} aria-hidden />}
        onClick={onOpen}
      >
        {t('themes.preview.title')}
      </Button>
    </Affix>
  )
}

function Controls({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.controls}>
      <SegmentedControl
        size="xs"
        aria-label={t('themes.preview.size')}
        value={view.size}
        onChange={(size) => onChange({ ...view, size: size as View['size'] })}
        data={SIZES.map((size) => ({ value: size, label: t(`themes.preview.sizes.${size}`) }))}
      />
      <Select
        size="xs"
        w={120}
        aria-label={t('themes.preview.mode')}
        allowDeselect={false}
        value={view.mode}
        onChange={(mode) => mode && onChange({ ...view, mode: mode as View['mode'] })}
        data={MODES.map((mode) => ({ value: mode, label: t(`themes.preview.modes.${mode}`) }))}
      />
      <Switch
        size="xs"
        label={t('themes.preview.open')}
        checked={view.open || view.mode === 'full'}
        disabled={view.mode === 'full'}
        onChange={(event) => onChange({ ...view, open: event.currentTarget.checked })}
      />
      <Switch
        size="xs"
        label={t('themes.preview.rtl')}
        checked={view.rtl}
        onChange={(event) => onChange({ ...view, rtl: event.currentTarget.checked })}
      />
    </div>
  )
}
