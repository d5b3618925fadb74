// The real chat frame rendered from the draft without API calls.
import type { AgentConfig, PublicAgent } from '@parlance/contract/agents/schemas'
import { withPalette } from '@parlance/contract/agents/custom-css'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { greetingOf } from '@parlance/contract/agents/greeting'
import { useAnswering } from '../../../components/model-key/use-models.ts'
import classes from './preview.module.css'

interface Props {
  config: AgentConfig
  /** The owner's CSS after sanitising. */
  css: string
  dir: 'ltr' | 'rtl' | undefined
  closable: boolean
}

export function PreviewFrame({ config, css, dir, closable }: Props) {
  const { t } = useTranslation()
  const { region, workspace } = useScope()
  const frame = useRef<HTMLIFrameElement>(null)
  const demo = useAnswering(config.vg_defaultModel ?? '')?.paidBy === 'sandbox'
  const agent: Partial<PublicAgent> = {
    ...config,
    ID: 'preview',
    ADVANCED_customCSS: withPalette(css, config),
    vg_initMessages: greetingOf(config),
    messageDelayMS: 0,
  }
  const draft = JSON.stringify({
    agent,
    dir,
    closable,
    unpaid: !workspace.hasEverPaid,
    demo,
    question: t('themes.preview.question'),
    answer: t('themes.preview.answer'),
  })
  const say = useEffectEvent(() =>
    frame.current?.contentWindow?.postMessage({ parlancePreview: JSON.parse(draft) as unknown }, location.origin),
  )
  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent<{ parlancePreview?: unknown } | null>) => {
      const mine = origin === location.origin && source === frame.current?.contentWindow
      if (mine && data?.parlancePreview === 'ready') say()
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [])
  useEffect(() => {
    say()
  }, [draft])
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      title={t('themes.preview.frame')}
      src={`/widget/frame/${region}/preview?preview`}
    />
  )
}
