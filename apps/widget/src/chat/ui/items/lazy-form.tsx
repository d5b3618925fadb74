// Forms are a file of their own: most conversations have none. Until it is here its place is kept.
import { itemText } from '@parlance/core/items/plain'
import { useEffect, useState } from 'react'
import { useTexts } from '../look.ts'
import type { FormProps, FormView } from './form.tsx'

let loaded: typeof FormView | undefined

/** Rejects when it can't be fetched. */
export const loadForm = async (): Promise<void> => {
  loaded = (await import('./form.tsx')).FormView
}

export function LazyForm(props: FormProps) {
  const { tryAgain } = useTexts()
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>(loaded ? 'ready' : 'loading')
  useEffect(() => {
    if (state === 'loading')
      loadForm().then(
        () => setState('ready'),
        () => setState('failed'),
      )
  }, [state])
  if (loaded) {
    const View = loaded
    return <View {...props} />
  }
  return (
    <div className="form" aria-busy={state === 'loading'}>
      <p className="form-more">{itemText(props.item)}</p>
      {state === 'failed' && (
        <button type="button" className="primary" onClick={() => location.reload()}>
          {tryAgain}
        </button>
      )}
    </div>
  )
}
