// Previews client pages with unsaved changes: the real pages in a frame, light or dark, desktop or phone.
import { Group, SegmentedControl, Switch } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { INHERIT_FONT } from '@parlance/contract/agencies/look-values'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AlwaysEditable } from '../../../components/feedback/read-only.tsx'
import { isPreviewReady, PREVIEW_VIEWS, type PreviewDraft, type PreviewView } from '../../../lib/agency/preview.ts'
import { paths } from '../../../lib/paths.ts'
import { useCan } from '../../../lib/permissions.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useAgencyDraft } from '../agency-draft.tsx'
import { useCssCheck } from '../theme/use-css-check.ts'
import classes from './preview.module.css'

const WIDE = [1024, 720] as const
const PHONE = [390, 720] as const

export default function AgencyPreview() {
  const { t } = useTranslation()
  const [view, setView] = useState<PreviewView>('signIn')
  const [isDark, setDark] = useState(false)
  const [isPhone, setPhone] = useState(false)
  return (
    <AlwaysEditable>
      <Group gap="xs" mb="sm">
        <SegmentedControl
          size="xs"
          aria-label={t('agency.preview.view')}
          value={view}
          onChange={(next) => setView(next as PreviewView)}
          data={PREVIEW_VIEWS.map((one) => ({ value: one, label: t(`agency.preview.${one}`) }))}
        />
        <Switch
          size="xs"
          label={t('agency.preview.dark')}
          checked={isDark}
          onChange={({ currentTarget }) => setDark(currentTarget.checked)}
        />
        <Switch
          size="xs"
          label={t('agency.preview.phone')}
          checked={isPhone}
          onChange={({ currentTarget }) => setPhone(currentTarget.checked)}
        />
      </Group>
      <Stage view={view} isDark={isDark} isPhone={isPhone} />
    </AlwaysEditable>
  )
}

/** A font being typed is fetched by its field; the saved one is fetched here. */
function useFontFaces(): string {
  const { api, workspace } = useScope()
  const { agency, saved } = useAgencyDraft()
  const isAdmin = useCan('admin')
  const name = agency.googleFont
  const { data } = useQuery({
    ...api.agencies.checkFont.queryOptions({ input: { uid: workspace.uid, name } }),
    enabled: isAdmin && name === saved.googleFont && name !== INHERIT_FONT,
    staleTime: Infinity,
    retry: false,
    placeholderData: keepPreviousData,
  })
  return data?.css ?? ''
}

/** Scales a full-width page to the available room. */
function Stage({ view, isDark, isPhone }: { view: PreviewView; isDark: boolean; isPhone: boolean }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agency } = useAgencyDraft()
  const styles = useFontFaces() + useCssCheck(agency.customCSS).css
  const { ref, width: room } = useElementSize()
  const frame = useRef<HTMLIFrameElement>(null)
  const [width, height] = isPhone ? PHONE : WIDE
  const scale = Math.min(1, room / width)
  // The secret is not sent to the frame.
  const draft: PreviewDraft = {
    agencyPreview: 'draft',
    view,
    isDark,
    styles,
    agency: { ...agency, secret: '' } as never,
  }
  const text = JSON.stringify(draft)
  const say = useEffectEvent(() =>
    frame.current?.contentWindow?.postMessage(JSON.parse(text) as PreviewDraft, location.origin),
  )
  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin === location.origin && source === frame.current?.contentWindow && isPreviewReady(data)) say()
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [])
  useEffect(() => {
    say()
  }, [text])
  return (
    <div ref={ref} className={classes.room} style={{ height: height * scale }}>
      <iframe
        ref={frame}
        className={classes.page}
        title={t('agency.preview.frame')}
        src={paths.agencyPreview(region).to}
        tabIndex={-1}
        style={{
          width,
          height,
          transform: `translateX(${Math.max(0, (room - width * scale) / 2)}px) scale(${scale})`,
        }}
      />
    </div>
  )
}
