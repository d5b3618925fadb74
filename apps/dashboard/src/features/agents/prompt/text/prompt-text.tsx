// A text with label, counter and highlighted mentions. The editor loads near the viewport.
import { Group, InputWrapper, Text } from '@mantine/core'
import type { PromptKind } from '@parlance/contract/assistant/schemas'
import { lazy, Suspense, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Editing } from '../../../../components/feedback/read-only.tsx'
import { ImproveButton } from '../../assistant/improve-button.tsx'
import type { CodeTextProps } from './code-text.tsx'
import classes from '../prompt.module.css'
import { useGraphEditor } from '../graph-editor.tsx'
import { estimateTokens } from '@parlance/engine/prompt'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../../../i18n/number-locale.ts'

const CodeText = lazy(() => import('./code-text.tsx'))

interface Props extends Omit<CodeTextProps, 'label' | 'describedBy' | 'minHeight'> {
  label: string
  /** Label for screen readers when the visible one is ambiguous. */
  fullLabel?: string
  description?: ReactNode
  rows?: number
  counted?: boolean
  /** The text's purpose, if a model may suggest a better wording. */
  kind?: PromptKind
}

export function PromptText({ label, fullLabel, description, rows = 3, counted = true, kind, ...text }: Props) {
  const id = useId()
  const [box, near] = useNear(useGraphEditor().nodes.length <= FEW_NODES)
  const minHeight = rows * 22 + 16
  const still = (
    <div className={classes.still} style={{ minHeight }}>
      {text.value || <span className={classes.stillHint}>{text.placeholder}</span>}
    </div>
  )
  return (
    <div>
      <InputWrapper
        label={label}
        labelElement="div"
        description={description}
        descriptionProps={{ id }}
        inputContainer={(children) => (
          <div ref={box} className={classes.editor}>
            {children}
          </div>
        )}
      >
        {near ? (
          <Suspense fallback={still}>
            <CodeText
              {...text}
              label={fullLabel ?? label}
              describedBy={description ? id : undefined}
              minHeight={minHeight}
            />
          </Suspense>
        ) : (
          still
        )}
      </InputWrapper>
      <Group justify="space-between" gap="xs">
        {counted ? <TextCount text={text.value} /> : <span />}
        {kind && text.value.trim() !== '' && (
          <Editing>
            <ImproveButton label={fullLabel ?? label} kind={kind} text={text.value} onUse={text.onChange} />
          </Editing>
        )}
      </Group>
    </div>
  )
}

/** Graphs up to this size are rendered completely. */
export const FEW_NODES = 12

/** Whether an element has been near the viewport. `always` skips the check. */
export function useNear(always: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(always)
  useEffect(() => {
    const element = box.current
    if (near || !element) return
    // Pages scroll inside the app's frame, which only scrollMargin covers.
    const margins = { rootMargin: '600px', scrollMargin: '600px' }
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setNear(true)
    }, margins)
    observer.observe(element)
    return () => observer.disconnect()
  }, [near])
  return [box, near] as const
}

function TextCount({ text }: { text: string }) {
  const { t, i18n } = useTranslation()
  const say = (value: number) => value.toLocaleString(numberLocale(i18n.language))
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {t('agents.prompt.count', { chars: say(text.length), tokens: say(estimateTokens(text)) })}
    </Text>
  )
}
