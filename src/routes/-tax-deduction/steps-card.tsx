import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { TaxStudent } from '#contract/billing/tax.ts'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { TextLink } from '#src/ui/data/text-link.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { isCertificateUnavailable, lacksParticulars } from './obstacles.tsx'

type Step = { key: string; isDone: boolean; title: ReactNode; note: ReactNode }

/** Steps to get the refund; known completed ones are checked. */
export function StepsCard({ student }: { student: TaxStudent }) {
  const { t } = useLingui()
  const { certificate, isApplicant } = student
  const steps: Step[] = [
    {
      key: 'data',
      isDone: !lacksParticulars(student),
      title: <Trans>Указать данные</Trans>,
      note: isApplicant ? <Trans>Ваши ИНН и дата рождения</Trans> : <Trans>ИНН и даты рождения: ваши и ученика</Trans>,
    },
    {
      key: 'ask',
      isDone: certificate !== null,
      title: <Trans>Запросить справку</Trans>,
      note: <Trans>Здесь, одной кнопкой</Trans>,
    },
    {
      key: 'file',
      isDone: certificate?.state === 'ready',
      title: <Trans>Дождаться справки и скачать её</Trans>,
      note: <Trans>Если инспекция попросит подпись, распечатайте справку: её подпишут в бухгалтерии школы</Trans>,
    },
    {
      key: 'declaration',
      isDone: false,
      title: <Trans>Подать декларацию 3-НДФЛ</Trans>,
      note: (
        <>
          <Trans>В личном кабинете налоговой приложите справку</Trans>
          {isApplicant ? null : (
            <>
              {' '}
              <Trans>и свидетельство о рождении ребёнка</Trans>
            </>
          )}
          .{' '}
          <TextLink href="https://lkfl2.nalog.ru/" target="_blank" rel="noreferrer">
            <span className="inline-flex items-center gap-xxs">
              <Trans>Открыть кабинет налоговой</Trans>
              <Icon name="external" size={16} label={t`в новой вкладке`} />
            </span>
          </TextLink>
        </>
      ),
    },
    {
      key: 'money',
      isDone: false,
      title: <Trans>Получить деньги</Trans>,
      note: <Trans>Проверка идёт до трёх месяцев, деньги приходят на ваш счёт в течение месяца после неё</Trans>,
    },
  ]
  const next = isCertificateUnavailable(student) ? undefined : steps.find(({ isDone }) => !isDone)?.key
  // Before the first that is not done.
  const done = steps.findIndex(({ isDone }) => !isDone)
  const item = ({ key, isDone, title, note }: Step, index: number) => (
    <li key={key} className="flex gap-sm" aria-current={key === next ? 'step' : undefined}>
      <StepMark isDone={isDone} number={index + 1} />
      <div className="min-w-0">
        <p className={key === next ? 'font-strong' : 'font-medium'}>{title}</p>
        <p className="text-sm text-ink-muted">{note}</p>
      </div>
    </li>
  )
  const items = steps.map(item)
  return (
    <Card title={t`Что сделать`}>
      {done > 1 && (
        <div className="mb-sm">
          <Disclosure summary={<Trans>Сделано шагов: {done}</Trans>}>
            <ol className="flex flex-col gap-base">{items.slice(0, done)}</ol>
          </Disclosure>
        </div>
      )}
      <ol start={done > 1 ? done + 1 : 1} className="flex flex-col gap-base">
        {done > 1 ? items.slice(done) : items}
      </ol>
    </Card>
  )
}

/** Check mark of a completed step, else its number or an empty circle. */
export function StepMark({ isDone, number }: { isDone: boolean; number?: number }) {
  if (isDone) {
    return (
      <span className="inline-flex size-lg shrink-0 items-center justify-center rounded-full bg-surface-success text-ink-success">
        <Icon name="check" size={16} />
        <VisuallyHidden>
          <Trans>Сделано:</Trans>
        </VisuallyHidden>
      </span>
    )
  }
  return (
    <span
      aria-hidden="true"
      className="inline-flex size-lg shrink-0 items-center justify-center rounded-full border border-line text-sm text-ink-muted tabular-nums"
    >
      {number}
    </span>
  )
}
