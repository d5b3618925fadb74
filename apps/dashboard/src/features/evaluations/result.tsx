// A test's result: messages step by step, and its expectations.
import { Alert, Text, VisuallyHidden } from '@mantine/core'
import type { Expectation, TestResult } from '@parlance/contract/evaluations/schemas'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../i18n/number-locale.ts'
import { translateMessage } from '../../i18n/translate-message.ts'
import { inOrder } from '../../components/content/name-sequence.ts'
import classes from './evaluations.module.css'
import type { Named } from './parts.ts'

interface Props {
  result: TestResult
  nodes: readonly Named[]
}
const nameOf = (nodes: readonly Named[], id: string) => nodes.find((node) => node.id === id)?.name || id

export function Result({ result, nodes }: Props) {
  return (
    <div className={classes.result}>
      {result.error && (
        <Alert color="red" mb="sm">
          {translateMessage({ ...result.errorMessage, message: result.error })}
        </Alert>
      )}
      <ol className={classes.steps}>
        {result.steps.map((step, index) => (
          // Steps of a result never move.
          // oxlint-disable-next-line react/no-array-index-key -- results never change
          <li key={index}>
            <Step step={step} nodes={nodes} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function Step({ step, nodes }: { step: TestResult['steps'][number]; nodes: readonly Named[] }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => value.toLocaleString(numberLocale(i18n.language), { maximumFractionDigits: 2 })
  return (
    <>
      <Said who={t('evaluations.result.visitor')} text={step.message} />
      <Said who={t('evaluations.result.agent')} text={step.answer || t('evaluations.result.silent')} />
      <Text size="xs" c="dimmed">
        {step.path.length > 0 &&
          `${t('evaluations.result.path', { path: inOrder(step.path.map((id) => nameOf(nodes, id))) })} · `}
        {t('evaluations.result.seconds', { seconds: number(step.ms / 1000) })}
        {` · ${t('evaluations.run.credits', { credits: number(step.credits), count: step.credits })}`}
      </Text>
      {step.expectations.length === 0 && (
        <Text size="xs" c="dimmed">
          {t('evaluations.result.free')}
        </Text>
      )}
      <ul className={classes.checks}>
        {step.expectations.map(({ expectation, passed, detail, detailMessage }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- results never change
          <Check key={index} {...{ expectation, passed, detail, detailMessage, nodes }} />
        ))}
      </ul>
    </>
  )
}

function Said({ who, text }: { who: string; text: string }) {
  return (
    <p className={classes.said}>
      <span className={classes.who}>{who}</span>
      <span className={classes.words} dir="auto">
        {text}
      </span>
    </p>
  )
}

interface CheckProps {
  expectation: Expectation
  passed: boolean
  detail: string
  detailMessage: TestResult['steps'][number]['expectations'][number]['detailMessage']
  nodes: readonly Named[]
}
function Check({ expectation, passed, detail, detailMessage, nodes }: CheckProps) {
  const { t } = useTranslation()
  const words = useExpectationWords(nodes)
  const Mark = passed ? IconCircleCheck : IconCircleX
  return (
    <li className={classes.check} data-passed={passed}>
      <Mark size={18} stroke={1.5} aria-hidden />
      <VisuallyHidden>{passed ? t('evaluations.result.held') : t('evaluations.result.broke')}</VisuallyHidden>
      <div>
        <Text size="sm">{words(expectation)}</Text>
        {(!passed || expectation.type === 'judge') && detail && (
          <Text size="xs" c="dimmed" className={classes.words} dir="auto">
            {translateMessage({ ...detailMessage, message: detail })}
          </Text>
        )}
      </div>
    </li>
  )
}

/** An expectation as a sentence. */
export function useExpectationWords(nodes: readonly Named[]) {
  const { t } = useTranslation()
  return (expectation: Expectation): string => {
    switch (expectation.type) {
      case 'contains':
      case 'notContains':
        return t(`evaluations.expects.${expectation.type}`, { value: expectation.text })
      case 'reachesNode':
        return t('evaluations.expects.reachesNode', { value: nameOf(nodes, expectation.nodeId) })
      case 'callsTool': {
        const json = JSON.stringify(expectation.arguments)
        return json === '{}'
          ? t('evaluations.expects.callsTool', { value: expectation.tool })
          : t('evaluations.expects.callsToolWith', { value: expectation.tool, arguments: json })
      }
      case 'variable':
        return t('evaluations.expects.variable', { name: expectation.name, value: expectation.value })
      case 'judge':
        return t('evaluations.expects.judge', { value: expectation.criterion })
    }
  }
}
