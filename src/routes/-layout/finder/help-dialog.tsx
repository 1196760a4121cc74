import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSupportContacts } from '#src/routes/-flow/account/without-role.tsx'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { TicketButton } from '#src/routes/-flow/tickets/ticket-button.tsx'
import { useTicketSearch } from '#src/routes/-flow/tickets/use-ticket-search.ts'
import {
  useAnswersFamilies,
  useIsFamily,
  useMayOpen,
  useMayWrite,
  useSessionSelector,
} from '#src/routes/-query/use-session.ts'

/** Contacts of the school, keyboard shortcuts, what is new, and the way to report a problem. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const isFamily = useIsFamily()
  const mayWrite = useMayWrite()
  const answers = useAnswersFamilies()
  const { open } = useTicketSearch()
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  const isAdministrator = useMayOpen('admin')
  const { email, phone } = useSupportContacts(t`Вопрос о личном кабинете`)
  return (
    <Dialog title={<Trans>Помощь</Trans>} onClose={onClose}>
      <div className="flex flex-col gap-lg">
        <Section title={<Trans>Связаться со школой</Trans>}>
          {(email || phone) && (
            <ul className="flex flex-col gap-xs">
              {phone && <li>{phone}</li>}
              {email && <li>{email}</li>}
            </ul>
          )}
          {!email && !phone && !mayWrite && (
            <p>
              {isAdministrator ? (
                <Trans>Контактов школы пока нет. Укажите их в файле школы, и они появятся здесь и у всех.</Trans>
              ) : (
                <Trans>Обратитесь к администратору вашей школы.</Trans>
              )}
            </p>
          )}
          {mayWrite && (
            <div className="mt-sm flex flex-wrap gap-xs">
              <TicketButton
                onClick={() => {
                  onClose()
                  open({ tickets: 'new' })
                }}
              >
                {answers ? <Trans>Написать администрации</Trans> : <Trans>Написать в школу</Trans>}
              </TicketButton>
              <ButtonLink to="/messages" onClick={onClose}>
                <Trans>Сообщения</Trans>
              </ButtonLink>
            </div>
          )}
        </Section>
        <Section title={<Trans>Сочетания клавиш</Trans>}>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-base gap-y-xs">
            <Shortcut keys={['Ctrl', 'K']}>
              <Trans>поиск по кабинету (на Mac — ⌘ K)</Trans>
            </Shortcut>
            <Shortcut keys={['?']}>
              <Trans>эта помощь</Trans>
            </Shortcut>
            <Shortcut keys={['←', '→', '↑', '↓']}>
              <Trans>движение по календарю и журналу</Trans>
            </Shortcut>
            <Shortcut keys={['Page Up', 'Page Down']}>
              <Trans>предыдущий и следующий период календаря</Trans>
            </Shortcut>
            <Shortcut keys={['Esc']}>
              <Trans>закрыть окно</Trans>
            </Shortcut>
          </dl>
        </Section>
        <Section title={<Trans>Что нового</Trans>}>
          <ul className="list-disc pl-lg">
            <li>
              <Trans>Меню разложено по темам, а на телефоне главное всегда внизу экрана.</Trans>
            </li>
            {isFamily && (
              <li>
                <Trans>Первая страница показывает ваш день: занятия, задания, новые оценки.</Trans>
              </li>
            )}
            {isParent && (
              <li>
                <Trans>Выбранный ребёнок остаётся выбранным на всех страницах.</Trans>
              </li>
            )}
            <li>
              {isFamily && <Trans>Поиск находит разделы, занятия, договоры и курсы.</Trans>}
              {isAdministrator && <Trans>Поиск находит разделы, пользователей и договоры.</Trans>}
              {!isFamily && !isAdministrator && <Trans>Поиск находит разделы и курсы.</Trans>}
            </li>
          </ul>
        </Section>
      </div>
    </Dialog>
  )
}

function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-xs text-lg">{title}</h3>
      {children}
    </section>
  )
}

function Shortcut({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <>
      <dt className="flex gap-xxs whitespace-nowrap">
        {keys.map((key) => (
          <kbd key={key} className="rounded border border-line bg-surface-sunken px-xs font-sans text-sm">
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{children}</dd>
    </>
  )
}
