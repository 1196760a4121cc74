import type { Locale } from '#contract/enumerations.ts'

/** All messages and the values of their templates. */
export type MessageValues = {
  'two-factor-code': { code: string }
  'verification-code': { code: string }
  /** `now` is the new value, masked; `isFactor` is empty if codes are sent elsewhere. */
  'email-changed': { now: string; isFactor: string } & Revertible
  'phone-changed': { now: string; isFactor: string } & Revertible
  'phone-confirmed': { now: string } & Revertible
  'factor-locked': Record<string, never>
  'account-visited': { by: string; reason: string }
  'recovery-code': { code: string }
  'recovery-locked': Record<string, never>
  'password-recovered': Revertible
  'password-set': Revertible
  'password-changed': Revertible
  'account-linked': { provider: string; login: string } & Revertible
  'account-unlinked': { provider: string; login: string } & Revertible
  'new-device': { device: string; address: string; at: string } & Revertible
  /** After a change was reverted by its link. */
  'account-secured': Record<string, never>
  /** A one-time link to set the first password; `school` may be empty. */
  invitation: { link: string; school: string }
  'ticket-received': { number: string }
  'group-place-held': { group: string; student: string; until: string }
  'group-place-lapsed': { group: string; student: string }
  'course-place-held': { group: string; student: string; until: string }
  'course-place-lapsed': { group: string; student: string }
  /** Amount and due date of the first payment. */
  'contract-made': { number: string; course: string; student: string; amount: string; until: string }
  /** Of a free course. */
  'contract-concluded': { number: string; course: string; student: string; from: string }
  'group-place-passed': { group: string; student: string; why: keyof typeof ruObstacles }
  /** A transfer that may not take effect on its day. */
  'group-move-called-off': { group: string; student: string; why: keyof typeof ruObstacles }
  /** `left` is empty if everything is paid. */
  'payment-arrived': { number: string; amount: string; left: string }
  /** For an expired contract: the staff decides what happens to the payment. */
  'late-payment-arrived': { number: string; amount: string }
  /** Sent some days before the due date. */
  'payment-due': { number: string; amount: string; until: string }
  'contract-not-paid': { number: string; course: string; student: string }
  /** A paid enrolment in the 2035 programme without a contract. */
  'enrolment-given-up': { opportunity: string; student: string }
  'tax-certificate-ready': { student: string; year: string; number: string }
  'tax-certificate-dropped': { student: string; year: string; number: string }
}
export type MessageKind = keyof MessageValues

/** The link that reverts the change; empty if the message must not contain it. */
type Revertible = { link: string }

type RenderedMessage = { subject: string; text: string }
type Templates = { [Kind in MessageKind]: (values: MessageValues[Kind]) => RenderedMessage }

const ruObstacles = {
  frozen: 'договор заморожен',
  terminating: 'договор расторгнут или расторгается',
  'not-paid': 'договор не оплачен',
  'not-begun': 'договор ещё не действует',
}

/** No full stop after the link: phones would take it for a part of it. */
function ruRevert(link: string): string {
  return link ? `Если это были не вы, откройте в течение 7 дней: ${link}` : 'Если это были не вы, сообщите в школу.'
}

const ru: Templates = {
  'two-factor-code': ({ code }) => ({
    subject: `${code} — код подтверждения`,
    text: `Код подтверждения: ${code}. Действует 5 минут. Никому его не сообщайте.`,
  }),
  'verification-code': ({ code }) => ({
    subject: `${code} — код проверки`,
    text: `Код проверки: ${code}. Действует 5 минут. Если вы его не запрашивали, ничего не делайте.`,
  }),
  'email-changed': ({ now, isFactor, link }) => ({
    subject: 'Почта изменена',
    text: `Почта вашего личного кабинета изменена на ${now}.${isFactor ? ' Коды подтверждения теперь приходят туда.' : ''} ${ruRevert(link)}`,
  }),
  'phone-changed': ({ now, isFactor, link }) => ({
    subject: 'Телефон изменён',
    text: `Телефон вашего личного кабинета изменён на ${now}.${isFactor ? ' Коды подтверждения теперь приходят туда.' : ''} ${ruRevert(link)}`,
  }),
  'phone-confirmed': ({ now, link }) => ({
    subject: 'Телефон подтверждён для входа',
    text: `Телефон ${now} подтверждён кодом: теперь с ним можно войти в ваш личный кабинет и восстановить пароль. ${ruRevert(link)}`,
  }),
  'account-linked': ({ provider, login, link }) => ({
    subject: `Привязан аккаунт ${provider}`,
    text: `К вашему личному кабинету привязан аккаунт ${provider} (${login}): теперь через него можно войти. ${ruRevert(link)}`,
  }),
  'account-unlinked': ({ provider, login, link }) => ({
    subject: `Отвязан аккаунт ${provider}`,
    text: `От вашего личного кабинета отвязан аккаунт ${provider} (${login}): через него больше не войти. ${ruRevert(link)}`,
  }),
  'new-device': ({ device, address, at, link }) => ({
    subject: 'Вход с нового устройства',
    text: `В ваш личный кабинет вошли с нового устройства: ${[device, address].filter(Boolean).join(', ')}; ${at} по времени школы. ${ruRevert(link)}`,
  }),
  'account-secured': () => ({
    subject: 'Личный кабинет защищён',
    text: 'По ссылке «Это были не вы» мы завершили все сеансы вашего личного кабинета и отменили то, что было изменено. Войдите снова и смените пароль.',
  }),
  'factor-locked': () => ({
    subject: 'Подтверждение по коду заблокировано',
    text: 'Слишком много неверных кодов: подтверждение в личном кабинете заблокировано на 24 часа. Если это были не вы, смените пароль и сообщите в школу.',
  }),
  'password-set': ({ link }) => ({
    subject: 'Задан пароль',
    text: `В вашем личном кабинете задан пароль. ${ruRevert(link)}`,
  }),
  'password-changed': ({ link }) => ({
    subject: 'Пароль изменён',
    text: `Пароль вашего личного кабинета изменён, на других устройствах выполнен выход. ${ruRevert(link)}`,
  }),
  'recovery-code': ({ code }) => ({
    subject: `${code} — код для нового пароля`,
    text: `Код для нового пароля: ${code}. Действует 5 минут. Если вы его не запрашивали, ничего не делайте и никому его не сообщайте: пароль останется прежним.`,
  }),
  'recovery-locked': () => ({
    subject: 'Слишком много неверных кодов для нового пароля',
    text: 'Кто-то слишком много раз ввёл неверный код для нового пароля в вашем личном кабинете, и восстановление оттуда закрыто на сутки. Пароль прежний, войти с ним можно. Если это были не вы, сообщите в школу.',
  }),
  'password-recovered': ({ link }) => ({
    subject: 'Пароль восстановлен',
    text: `В вашем личном кабинете задан новый пароль по коду из сообщения, на всех устройствах выполнен выход. ${ruRevert(link)}`,
  }),
  invitation: ({ link, school }) => ({
    subject: 'Приглашение в личный кабинет',
    text: `${school && `${school}: `}вам открыт личный кабинет. Задайте пароль по ссылке, она действует 72 часа и только один раз: ${link}`,
  }),
  'ticket-received': ({ number }) => ({
    subject: `Обращение ${number} получено`,
    text: `Мы получили ваше обращение ${number}. Ответ придёт в личный кабинет: «Расписание», «Мои обращения».`,
  }),
  'account-visited': ({ by, reason }) => ({
    subject: 'Администратор смотрел ваш личный кабинет',
    text: `В ваш личный кабинет заходил администратор (${by}). Причина: «${reason}». Когда это было, видно в профиле. Если вы этого не ждали, сообщите в школу.`,
  }),
  'group-place-held': ({ group, student, until }) => ({
    subject: 'Освободилось место в группе',
    text: `В группе «${group}» освободилось место, ученик — ${student}. Мы держим его для вас до ${until} по времени школы: займите его в личном кабинете, на странице смены группы. Потом его получит следующий в очереди.`,
  }),
  'group-place-lapsed': ({ group, student }) => ({
    subject: 'Место в группе больше не держим',
    text: `Место в группе «${group}», ученик — ${student}, за сутки не было занято, и мы его больше не держим. Если группа ещё нужна, встаньте в очередь снова: в личном кабинете, на странице смены группы.`,
  }),
  'tax-certificate-ready': ({ student, year, number }) => ({
    subject: `Справка для налоговой за ${year} год готова`,
    text: `Справка ${number} об оплате обучения за ${year} год, ученик — ${student}, готова. Скачайте её в личном кабинете, на странице «Налоговый вычет».`,
  }),
  'tax-certificate-dropped': ({ student, year, number }) => ({
    subject: `Справки для налоговой за ${year} год не будет`,
    text: `Справку ${number} об оплате обучения за ${year} год, ученик — ${student}, подготовить не удалось: всё, что вы заплатили за этот год, вам вернули. Подробности — в личном кабинете, на странице «Налоговый вычет».`,
  }),
  'course-place-held': ({ group, student, until }) => ({
    subject: 'Освободилось место на курсе',
    text: `В группе «${group}» освободилось место, ученик — ${student}. Мы держим его для вас до ${until} по времени школы: запишитесь в личном кабинете, в каталоге курсов. Потом его получит следующий в очереди.`,
  }),
  'course-place-lapsed': ({ group, student }) => ({
    subject: 'Место на курсе больше не держим',
    text: `Место в группе «${group}», ученик — ${student}, за сутки не было занято, и мы его больше не держим. Если группа ещё нужна, встаньте в очередь снова: в личном кабинете, в каталоге курсов.`,
  }),
  'contract-made': ({ number, course, student, amount, until }) => ({
    subject: `Договор ${number} составлен`,
    text: `Договор ${number} на курс «${course}» составлен, ученик — ${student}. Место за вами. Первый платёж — ${amount}, до ${until}: счёт — в личном кабинете, «Договоры и оплата».`,
  }),
  'contract-concluded': ({ number, course, student, from }) => ({
    subject: `Договор ${number} заключён`,
    text: `Договор ${number} на курс «${course}» заключён, ученик — ${student}. Платить не нужно. Занятия — с ${from}, они уже в расписании личного кабинета.`,
  }),
  'payment-arrived': ({ number, amount, left }) => ({
    subject: `Поступил платёж ${amount}`,
    text: `Поступил платёж ${amount} по договору ${number}. ${left ? `Осталось оплатить ${left}, сроки — в личном кабинете, «Договоры и оплата».` : 'Договор оплачен полностью.'}`,
  }),
  'late-payment-arrived': ({ number, amount }) => ({
    subject: `Платёж ${amount} поступил после срока`,
    text: `Платёж ${amount} по договору ${number} поступил, когда договор уже не действовал: он не был оплачен в срок. Напишите в школу: деньги вернут или перенесут на другой договор.`,
  }),
  'payment-due': ({ number, amount, until }) => ({
    subject: `Платёж ${amount} до ${until}`,
    text: `По договору ${number} до ${until} нужно заплатить ${amount}. Счёт и реквизиты — в личном кабинете, «Договоры и оплата». Если вы уже заплатили, ничего не делайте.`,
  }),
  'enrolment-given-up': ({ opportunity, student }) => ({
    subject: `Запись на «${opportunity}» отменена: нет договора`,
    text: `Место в программе «2035», направление «${opportunity}», ученик — ${student}, неделю ждало договора и теперь освобождено. Если запись ещё открыта, запишитесь снова в личном кабинете и сразу оформите договор. Платить ничего не нужно.`,
  }),
  'contract-not-paid': ({ number, course, student }) => ({
    subject: `Договор ${number} не оплачен в срок`,
    text: `Первый платёж по договору ${number} на курс «${course}», ученик — ${student}, не поступил, и договор больше не действует: место в группе освобождено, платить не нужно. Если курс ещё нужен, запишитесь заново в личном кабинете. Если вы заплатили, сообщите в школу.`,
  }),
  'group-place-passed': ({ group, student, why }) => ({
    subject: 'Место в группе получил следующий в очереди',
    text: `В группе «${group}» освободилось место, но занять его пока нельзя: ${ruObstacles[why]}, ученик — ${student}. Место получил следующий, а ваша очередь сохранена: когда препятствия не станет, вы получите ближайшее место.`,
  }),
  'group-move-called-off': ({ group, student, why }) => ({
    subject: 'Смена группы не состоялась',
    text: `Перейти в группу «${group}» не получилось: ${ruObstacles[why]}, ученик — ${student}. Группа осталась прежней, стоимость тоже. Когда препятствия не станет, группу можно сменить снова: в личном кабинете, на странице смены группы.`,
  }),
}

const enObstacles: typeof ruObstacles = {
  frozen: 'the contract is frozen',
  terminating: 'the contract has ended or is being ended',
  'not-paid': 'the contract is not paid',
  'not-begun': 'the contract is not in force yet',
}

function enRevert(link: string): string {
  return link ? `If it was not you, open this within 7 days: ${link}` : 'If it was not you, tell the school.'
}

const en: Templates = {
  'two-factor-code': ({ code }) => ({
    subject: `${code} is your confirmation code`,
    text: `Confirmation code: ${code}. Valid for 5 minutes. Do not tell it to anyone.`,
  }),
  'verification-code': ({ code }) => ({
    subject: `${code} is your verification code`,
    text: `Verification code: ${code}. Valid for 5 minutes. If you did not ask for it, do nothing.`,
  }),
  'email-changed': ({ now, isFactor, link }) => ({
    subject: 'Email changed',
    text: `The email of your personal account was changed to ${now}.${isFactor ? ' Confirmation codes go there from now on.' : ''} ${enRevert(link)}`,
  }),
  'phone-changed': ({ now, isFactor, link }) => ({
    subject: 'Phone changed',
    text: `The phone of your personal account was changed to ${now}.${isFactor ? ' Confirmation codes go there from now on.' : ''} ${enRevert(link)}`,
  }),
  'phone-confirmed': ({ now, link }) => ({
    subject: 'Phone confirmed for signing in',
    text: `The phone ${now} was confirmed by a code: with it one can now sign in to your personal account and recover the password. ${enRevert(link)}`,
  }),
  'account-linked': ({ provider, login, link }) => ({
    subject: `${provider} account linked`,
    text: `A ${provider} account (${login}) was linked to your personal account and can now be used to sign in. ${enRevert(link)}`,
  }),
  'account-unlinked': ({ provider, login, link }) => ({
    subject: `${provider} account unlinked`,
    text: `The ${provider} account (${login}) was unlinked from your personal account and can no longer be used to sign in. ${enRevert(link)}`,
  }),
  'new-device': ({ device, address, at, link }) => ({
    subject: 'Sign-in from a new device',
    text: `Your personal account was signed in to from a new device: ${[device, address].filter(Boolean).join(', ')}; ${at}, the school’s time. ${enRevert(link)}`,
  }),
  'account-secured': () => ({
    subject: 'Your personal account is secured',
    text: 'By the link “It was not me” we ended all sessions of your personal account and took back what had been changed. Sign in again and change the password.',
  }),
  'factor-locked': () => ({
    subject: 'Confirmation by code is locked',
    text: 'Too many wrong codes: confirmation in the personal account is locked for 24 hours. If it was not you, change the password and tell the school.',
  }),
  'password-set': ({ link }) => ({
    subject: 'A password was set',
    text: `A password was set for your personal account. ${enRevert(link)}`,
  }),
  'password-changed': ({ link }) => ({
    subject: 'Password changed',
    text: `The password of your personal account was changed, and the other devices were signed out. ${enRevert(link)}`,
  }),
  'recovery-code': ({ code }) => ({
    subject: `${code} is your code for a new password`,
    text: `Code for a new password: ${code}. Valid for 5 minutes. If you did not ask for it, do nothing and tell it to nobody: the password stays as it is.`,
  }),
  'recovery-locked': () => ({
    subject: 'Too many wrong codes for a new password',
    text: 'Somebody has entered too many wrong codes for a new password of your personal account, and recovery from there is closed for a day. The password is the same, and you can sign in with it. If it was not you, tell the school.',
  }),
  'password-recovered': ({ link }) => ({
    subject: 'Password recovered',
    text: `A new password of your personal account was set by a code that was sent to you, and all devices were signed out. ${enRevert(link)}`,
  }),
  invitation: ({ link, school }) => ({
    subject: 'Invitation to the personal account',
    text: `${school && `${school}: `}your personal account is open. Set a password by this link; it works for 72 hours and only once: ${link}`,
  }),
  'ticket-received': ({ number }) => ({
    subject: `We have your letter ${number}`,
    text: `We have received your letter ${number}. The answer will be in the personal account: “Schedule”, “My letters”.`,
  }),
  'account-visited': ({ by, reason }) => ({
    subject: 'An administrator has looked at your personal account',
    text: `An administrator (${by}) was logged in to your personal account. Reason: “${reason}”. Your profile says when. If you did not expect this, tell the school.`,
  }),
  'group-place-held': ({ group, student, until }) => ({
    subject: 'A place in the group is free',
    text: `There is a place for ${student} in the group “${group}”. We keep it for you until ${until}, the school’s time: take it in the personal account, on the page where groups are changed. After that it goes to the next in line.`,
  }),
  'group-place-lapsed': ({ group, student }) => ({
    subject: 'The place in the group is no longer kept',
    text: `The place for ${student} in the group “${group}” was not taken within a day and is no longer kept. If you still want this group, join the waiting list again: in the personal account, on the page where groups are changed.`,
  }),
  'course-place-held': ({ group, student, until }) => ({
    subject: 'A place on the course is free',
    text: `There is a place for ${student} in the group “${group}”. We keep it for you until ${until}, the school’s time: enrol in the personal account, in the course catalogue. After that it goes to the next in line.`,
  }),
  'course-place-lapsed': ({ group, student }) => ({
    subject: 'The place on the course is no longer kept',
    text: `The place for ${student} in the group “${group}” was not taken within a day and is no longer kept. If you still want this group, join the waiting list again: in the personal account, in the course catalogue.`,
  }),
  'contract-made': ({ number, course, student, amount, until }) => ({
    subject: `Contract ${number} is made`,
    text: `Contract ${number} for the course “${course}” is made for ${student}. The place is yours. First payment: ${amount}, by ${until}. The bill is in the personal account: “Contracts and payments”.`,
  }),
  'contract-concluded': ({ number, course, student, from }) => ({
    subject: `Contract ${number} is concluded`,
    text: `Contract ${number} for the course “${course}” is concluded for ${student}. There is nothing to pay. Lessons start on ${from} and are in the schedule of the personal account already.`,
  }),
  'group-place-passed': ({ group, student, why }) => ({
    subject: 'A place in the group went to the next in line',
    text: `There was a place in the group “${group}”, but ${student} cannot take one for now: ${enObstacles[why]}. It went to the next in line, and your own place in the line is kept: once nothing stands in the way, the next free place is yours.`,
  }),
  'late-payment-arrived': ({ number, amount }) => ({
    subject: `Your payment of ${amount} came too late`,
    text: `A payment of ${amount} has arrived for contract ${number}, which was no longer in force because it had not been paid in time. Please write to the school: the money will be returned or carried over to another contract.`,
  }),
  'payment-due': ({ number, amount, until }) => ({
    subject: `${amount} to be paid by ${until}`,
    text: `${amount} is to be paid by ${until} for contract ${number}. The bill and the bank details are in the personal account: “Contracts and payments”. If you have already paid, there is nothing to do.`,
  }),
  'enrolment-given-up': ({ opportunity, student }) => ({
    subject: `The place in “${opportunity}” was given up: there is no contract`,
    text: `The place in the 2035 programme, “${opportunity}” for ${student}, has waited a week for a contract and is free again. If enrolment is still open, enrol again in the personal account and make the contract right away. There is nothing to pay.`,
  }),
  'contract-not-paid': ({ number, course, student }) => ({
    subject: `Contract ${number} was not paid in time`,
    text: `The first payment for contract ${number}, course “${course}” for ${student}, has not arrived, and the contract is no longer in force: the place in the group is free again, and there is nothing to pay. If you still want the course, enrol again in the personal account. If you have paid, tell the school.`,
  }),
  'group-move-called-off': ({ group, student, why }) => ({
    subject: 'The change of group did not take effect',
    text: `${student} could not move to the group “${group}”: ${enObstacles[why]}. The group is still the old one, and so is the price. Once nothing stands in the way, you can change it again: in the personal account, on the page where groups are changed.`,
  }),
  'payment-arrived': ({ number, amount, left }) => ({
    subject: `Your payment of ${amount} has arrived`,
    text: `A payment of ${amount} has arrived for contract ${number}. ${left ? `${left} is left to pay; the due dates are in the personal account: “Contracts and payments”.` : 'The contract is paid in full.'}`,
  }),
  'tax-certificate-ready': ({ student, year, number }) => ({
    subject: `Your tax certificate for ${year} is ready`,
    text: `Certificate ${number} of what you paid for ${student}’s studies in ${year} is ready. Download it in the personal account, on the page “Tax deduction”.`,
  }),
  'tax-certificate-dropped': ({ student, year, number }) => ({
    subject: `There will be no tax certificate for ${year}`,
    text: `Certificate ${number} of what you paid for ${student}’s studies in ${year} could not be made: all that you paid that year has been returned to you. The page “Tax deduction” in the personal account says more.`,
  }),
}

const templates: Record<Locale, Templates> = { ru, en }

/** Subject and text of a stored message; null for a kind of another release. */
export function renderMessage(kind: string, language: Locale, values: Record<string, string>): RenderedMessage | null {
  if (!isKind(kind)) return null
  // `queueMessage` checked the values against the kind.
  const render = templates[language][kind] as (values: Record<string, string>) => RenderedMessage
  return render(values)
}

/** Appends the line that binds a code to our host, so that phones fill it in there only (domain-bound codes). */
export function bindToHost(text: string, code: string, host: string): string {
  return `${text}\n\n@${host} #${code}`
}

function isKind(kind: string): kind is MessageKind {
  return Object.hasOwn(ru, kind)
}
