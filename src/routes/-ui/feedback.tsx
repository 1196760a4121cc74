import { useState } from 'react'
import { MenuButton } from '#src/routes/-frame/menu-button.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Drawer } from '#src/ui/drawer.tsx'
import { EmptyState, NothingFits } from '#src/ui/empty-state.tsx'
import { FailedBlock } from '#src/ui/failed-block.tsx'
import { Field } from '#src/ui/field.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Skeleton, SkeletonCards, SkeletonTable } from '#src/ui/skeleton.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { type Toast, ToastList } from '#src/ui/toast-list.tsx'
import { ToastRegion } from '#src/ui/toast-region.tsx'
import { Row, Section } from './section.tsx'

const toastTones = ['success', 'error'] as const

export function Feedback() {
  const [open, setOpen] = useState<'dialog' | 'drawer' | null>(null)
  const [toasts, setToasts] = useState<Toast[]>([])
  const close = () => setOpen(null)
  const list = (some: Toast[]) => (
    <ToastList
      closeLabel="Закрыть уведомление"
      toasts={some}
      onClose={(id) => setToasts(toasts.filter((toast) => toast.id !== id))}
    />
  )
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
        <NothingFits title="Таких договоров нет" allLabel="Показать все" onShowAll={() => undefined}>
          Под выбранные условия не подходит ни один договор.
        </NothingFits>
        <FailedBlock
          title="Не удалось загрузить договоры"
          retryLabel="Попробовать ещё раз"
          onRetry={() => undefined}
          reference="Номер запроса 7f3a-12"
        >
          Сервер не ответил вовремя. С договорами всё в порядке.
        </FailedBlock>
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
      <ToastRegion
        label="Уведомления"
        status={list(toasts.filter(({ tone }) => tone !== 'error'))}
        alert={list(toasts.filter(({ tone }) => tone === 'error'))}
      />
    </Section>
  )
}
