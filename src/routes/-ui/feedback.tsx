import { useState } from 'react'
import { MenuButton } from '#src/routes/-shell/lazy/menu-button.tsx'
import { Badge } from '#src/ui/data/badge.tsx'
import { EmptyState, NoMatches } from '#src/ui/feedback/empty-state.tsx'
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Skeleton, SkeletonCards, SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { type Toast, Toasts } from '#src/ui/feedback/toasts.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { TextInput } from '#src/ui/forms/text-input.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { Drawer } from '#src/ui/overlay/drawer.tsx'
import { Row, Section } from './section.tsx'

const toastTones = ['success', 'error'] as const

export function Feedback() {
  const [open, setOpen] = useState<'dialog' | 'drawer' | null>(null)
  const [toasts, setToasts] = useState<Toast[]>([])
  const close = () => setOpen(null)
  return (
    <Section id="feedback" title="Отклик и слои">
      <Row>
        <Button onClick={() => setOpen('dialog')}>Открыть диалог</Button>
        <Button onClick={() => setOpen('drawer')}>Открыть панель</Button>
        <MenuButton
          variant="outlined"
          groups={[
            {
              key: 'role',
              label: 'Роль',
              entries: [
                { key: 'parent', title: 'Родитель', chosen: true },
                { key: 'teacher', title: 'Преподаватель', chosen: false },
              ],
            },
            {
              key: 'more',
              entries: [
                { key: 'profile', title: 'Профиль', icon: 'profile', href: '#profile' },
                { key: 'out', title: 'Выйти', icon: 'logout' },
              ],
            },
          ]}
        >
          <span className="px-xs">Родитель</span>
        </MenuButton>
        {toastTones.map((tone) => (
          <Button
            key={tone}
            onClick={() =>
              setToasts([
                ...toasts,
                {
                  id: crypto.randomUUID(),
                  tone,
                  title: tone === 'error' ? 'Не удалось выйти' : 'Сохранено',
                  description: tone === 'error' ? 'Что-то пошло не так. Попробуйте ещё раз.' : undefined,
                },
              ])
            }
          >
            Уведомление: {tone}
          </Button>
        ))}
      </Row>
      <Row>
        <Badge>Черновик</Badge>
        <Badge tone="info">Новый</Badge>
        <Badge tone="success">Заключён</Badge>
        <Badge tone="warning">Заморожен</Badge>
        <Badge tone="error">Не оплачен</Badge>
        <Badge tone="purple">Академия</Badge>
        <Badge tone="volcano">Экзамен</Badge>
        <Badge tone="accent">Школа</Badge>
      </Row>
      <Notice tone="info" title="Время школы">
        Занятия показаны по московскому времени, у вас сейчас другое.
      </Notice>
      <Notice tone="warning" title="Платёж просрочен" action={<Button size="small">Оплатить</Button>}>
        Срок был 1 ноября, сумма — 12 500 ₽.
      </Notice>
      <div className="grid gap-base lg:grid-cols-2">
        <Card>
          <EmptyState icon="events" title="Событий пока нет" action={<Button>Открыть каталог</Button>}>
            Здесь появятся олимпиады, встречи и дни открытых дверей.
          </EmptyState>
        </Card>
        <NoMatches title="Таких договоров нет" resetLabel="Показать все" onReset={() => undefined}>
          Под выбранные условия не подходит ни один договор.
        </NoMatches>
        <ErrorBlock
          title="Не удалось загрузить договоры"
          retryLabel="Попробовать ещё раз"
          onRetry={() => undefined}
          reference="Номер запроса 7f3a-12"
        >
          Сервер не ответил вовремя. С договорами всё в порядке.
        </ErrorBlock>
        <Skeleton label="Загружаем договоры">
          <SkeletonCards count={2} />
        </Skeleton>
        <Skeleton label="Загружаем платежи">
          <SkeletonTable rows={4} columns={3} />
        </Skeleton>
      </div>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="Подтвердите действие"
        description="Код отправлен на +7 ••• •••-12-34"
        closeLabel="Закрыть"
        footer={
          <>
            <Button onClick={close}>Отменить</Button>
            <Button variant="primary" onClick={close}>
              Подтвердить
            </Button>
          </>
        }
      >
        <Field label="Код из сообщения" hint="6 цифр">
          <TextInput inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
        </Field>
      </Dialog>
      <Drawer open={open === 'drawer'} onClose={close} title="Математика" closeLabel="Закрыть">
        Вторник, 10:00–11:30. Кабинет 204, преподаватель Ирина Соколова.
      </Drawer>
      <Toasts
        label="Уведомления"
        closeLabel="Закрыть уведомление"
        toasts={toasts}
        onClose={(id) => setToasts(toasts.filter((toast) => toast.id !== id))}
      />
    </Section>
  )
}
