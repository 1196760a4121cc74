import { Trans, useLingui } from '@lingui/react/macro'
import { classNames } from '#src/ui/class-names.ts'
import { Icon } from '#src/ui/icon.tsx'

type FlowProgressProps = {
  label: string
  steps: readonly (readonly [step: string, words: string])[]
  at: string
}

function progressClassName(index: number, current: number): string {
  if (index < current) return 'bg-mark-success'
  return index === current ? 'bg-grey-10' : 'bg-grey-4'
}

/** Progress of a flow: previous, current and next steps. Nothing after the last step. */
export function FlowProgress({ label, steps, at }: FlowProgressProps) {
  const { t } = useLingui()
  const current = steps.findIndex(([step]) => step === at)
  if (current === -1) return null
  const [number, total] = [current + 1, steps.length]
  return (
    <nav aria-label={label} className="mb-lg">
      <p className="text-sm text-ink-muted">
        <Trans>
          Шаг {number} из {total}
        </Trans>
      </p>
      <ol className="mt-xs flex gap-xs">
        {steps.map(([step, words], index) => (
          <li key={step} aria-current={index === current ? 'step' : undefined} className="min-w-0 flex-1">
            <span
              className={classNames('block h-xxs rounded-full', progressClassName(index, current))}
              aria-hidden="true"
            />
            <span
              className={classNames(
                'mt-xs flex items-center gap-xxs text-sm max-md:sr-only',
                index === current ? 'font-strong' : 'text-ink-muted',
              )}
            >
              {index < current && <Icon name="check" size={16} label={t`Готово`} />}
              {words}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
