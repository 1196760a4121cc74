import type { DataRequestKind, PairingKind } from '#contract/enumerations.ts'
import { quote } from '#contract/plain-text.ts'
import { profileSectionTitles } from '#contract/screens.ts'
import { type GroupTitles, ofStudent, type Templates } from './template.ts'

/** The section of the profile that messages about the copy and the deletion of data name. */
const dataSection = profileSectionTitles.data

/** The link that reverts the change; empty if the message must not contain it. */
type Revertible = { link: string }

export type AccountMessages = {
  'two-factor-code': { code: string }
  'verification-code': { code: string }
  'join-code': { code: string }
  'signature-code': { code: string; number?: string }
  'recovery-code': { code: string }
  'recovery-locked': Record<string, never>
  /** A one-time link to set the first password; `school` may be empty. */
  invitation: { link: string; school: string }
  'factor-locked': Record<string, never>
  'pairing-locked': Record<string, never>
  /** `now` is the new value, masked; `isFactor` is empty if codes are sent elsewhere. */
  'email-changed': { now: string; isFactor: string } & Revertible
  'phone-changed': { now: string; isFactor: string } & Revertible
  'phone-confirmed': { now: string } & Revertible
  'account-linked': { provider: string; login: string } & Revertible
  'account-unlinked': { provider: string; login: string } & Revertible
  'new-device': { device: string; address: string; at: string } & Revertible
  'password-set': Revertible
  'password-changed': Revertible
  'password-recovered': Revertible
  /** After a change was reverted by its link. */
  'account-secured': Record<string, never>
  'accounts-joined': Record<string, never>
  /** Joined by the person. */
  'own-accounts-joined': Record<string, never>
  'accounts-separated': Record<string, never>
  'account-visited': { by: string; reason: string; ticketNumber?: string }
  /** `rights`: what is allowed now, in words; empty for nothing. `by`: the guardian who changed it; empty for the school. */
  'guardian-rights-changed': { student: string; by: string; rights: string }
  /** Thirty days before, and from the day on. `student`: empty for the student. `rights`: what guardians keep, in words. */
  'coming-of-age': OfAge
  'of-age': OfAge
  /** `rights`: of the new guardian; empty for a code of the child's own account. `by`: empty for the school. */
  /** `brief`: for whom the code is, without who has made it and what it gives. */
  'pairing-code-made': { student: string; by: string; rights: string; brief: '' | PairingKind }
  /** Without `who` and `rights`: the details are for guardians with all rights. */
  'guardian-paired': { student: string; who: string; rights: string }
  'student-paired': { student: string; who: string }
  /** The mail server has refused the address of the user for good. */
  'email-rejected': { address: string }
  /** `until`: the last day of the copy, in words. */
  'data-export-ready': { until: string }
  'data-export-failed': Record<string, never>
  /** The push service of a browser has ended its subscription. */
  'push-ended': { device: string }
  /** `subject`: first name of the child; empty for the person. `by`: who has asked; empty for the person who has. */
  'data-request-received': { kind: DataRequestKind; subject: string; dueOn: string; by: string }
  /**
   * `eraseAfter`: when the data are deleted, of an accepted deletion. `answer`: of one that was `reopened`, what must end
   * first. `unentitled`: who has asked does not answer for the child any more.
   */
  'data-request-answered': {
    kind: DataRequestKind
    subject: string
    outcome: DataRequestOutcome
    answer: string
    eraseAfter: string
  }
}

type DataRequestOutcome = 'accepted' | 'refused' | 'withdrawn' | 'unentitled' | 'reopened'

type OfAge = { student: string; day: string; rights: string; isChanged: '' | 'yes' }

function ruOfGuardian({ rights, isChanged }: OfAge, isNow: boolean): string {
  if (!isChanged) return isNow ? 'В вашем кабинете ничего не изменилось.' : 'В вашем кабинете ничего не изменится.'
  const own =
    'Договоры, которые заключили вы сами, остаются у вас. Если договорились иначе, ученик может попросить школу.'
  if (rights) return `${isNow ? 'Вам теперь доступно' : 'Вам останется'}: ${rights}. ${own}`
  return `${isNow ? 'Данные о нём в вашем кабинете закрыты.' : 'Данные о нём в вашем кабинете закроются.'} ${own}`
}

function enOfGuardian({ rights, isChanged }: OfAge, isNow: boolean): string {
  if (!isChanged) return isNow ? 'Nothing has changed in your account.' : 'Nothing will change in your account.'
  const own =
    'Contracts that you have made yourself stay yours. If something else was agreed, the student can ask the school.'
  if (rights) return `${isNow ? 'You may now' : 'You will still be able to'}: ${rights}. ${own}`
  return `${isNow ? 'You no longer have access to the student’s data.' : 'You will no longer have access to the student’s data.'} ${own}`
}

/** No full stop after the link: phones would take it for a part of it. */
function ruRevert(link: string): string {
  return link ? `Если это были не вы, откройте в течение 7 дней: ${link}` : 'Если это были не вы, сообщите в школу.'
}

type Ended = Partial<Record<DataRequestOutcome, string>>
const ruEnded: Ended = {
  withdrawn: 'Запрос на удаление данных отозван',
  unentitled: 'Запрос о данных отозван',
  reopened: 'Удаление данных отложено',
}
const enEnded: Ended = {
  withdrawn: 'The request to delete data was withdrawn',
  unentitled: 'The request about data was withdrawn',
  reopened: 'The deletion of data is postponed',
}

function ruReason(outcome: DataRequestOutcome, obstacles: string): string | undefined {
  const reasons: Ended = {
    withdrawn: `Данные останутся. Запрос виден в профиле, в разделе «${dataSection.ru}».`,
    unentitled: 'Кто отправил запрос, больше не решает за этого ученика. Данные останутся как есть.',
    reopened: `Сначала нужно закончить: ${obstacles}. Запрос снова у школы: она ответит сообщением. Отозвать его можно в профиле, в разделе «${dataSection.ru}».`,
  }
  return reasons[outcome]
}

function enReason(outcome: DataRequestOutcome, obstacles: string): string | undefined {
  const reasons: Ended = {
    withdrawn: `The data stays. Your profile shows the request in the section “${dataSection.en}”.`,
    unentitled: 'The person who sent the request no longer decides for this student. The data stays as it is.',
    reopened: `Something must end first: ${obstacles}. The school has the request again and will reply with a message. You can withdraw it in your profile, in the section “${dataSection.en}”.`,
  }
  return reasons[outcome]
}

const ru: Templates<AccountMessages> = {
  'two-factor-code': ({ code }) => ({
    subject: `${code} — код подтверждения`,
    text: `Код подтверждения: ${code}. Действует 5 минут. Никому его не сообщайте.`,
  }),
  'verification-code': ({ code }) => ({
    subject: `${code} — код проверки`,
    text: `Код проверки: ${code}. Действует 5 минут. Если вы его не запрашивали, ничего не делайте.`,
  }),
  'join-code': ({ code }) => ({
    subject: `${code} — код для объединения учётных записей`,
    text: `Код, чтобы объединить вашу учётную запись с другой: ${code}. Действует 5 минут. Никому его не сообщайте: с ним ваши данные откроются в чужом кабинете. Если вы его не запрашивали, ничего не делайте.`,
  }),
  'signature-code': ({ code, number = '' }) => ({
    subject: `${code} — код для подписания договора`,
    text: `Код, чтобы подписать договор ${number}: ${code}. Действует 5 минут. Введённый код — ваша подпись: никому его не сообщайте. Если вы его не запрашивали, ничего не делайте.`,
  }),
  'recovery-code': ({ code }) => ({
    subject: `${code} — код для нового пароля`,
    text: `Код для нового пароля: ${code}. Действует 5 минут. Если вы его не запрашивали, ничего не делайте и никому его не сообщайте: пароль останется прежним.`,
  }),
  'recovery-locked': () => ({
    subject: 'Слишком много неверных кодов для нового пароля',
    text: 'Кто-то слишком много раз ввёл неверный код для нового пароля в вашем личном кабинете, и восстановление с того устройства закрыто на сутки. Пароль прежний, войти с ним можно. Если это были не вы, сообщите в школу.',
  }),
  invitation: ({ link, school }) => ({
    subject: 'Приглашение в личный кабинет',
    text: `${school && `${school}: `}вам открыт личный кабинет. Задайте пароль по ссылке, она действует 72 часа и только один раз: ${link}`,
  }),
  'factor-locked': () => ({
    subject: 'Подтверждение по коду заблокировано',
    text: 'Слишком много неверных кодов: подтверждение в личном кабинете заблокировано на 24 часа. Если это были не вы, смените пароль и сообщите в школу.',
  }),
  'pairing-locked': () => ({
    subject: 'Ввод кода ребёнка закрыт на сутки',
    text: 'Слишком много неверных кодов: добавить ребёнка или связать кабинет по коду можно будет через 24 часа. Вход и подтверждение работают как обычно. Если коды вводили не вы, смените пароль и сообщите в школу.',
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
    line: [at, device, address].filter(Boolean).join(', '),
    action: 'Это не я',
  }),
  'password-set': ({ link }) => ({
    subject: 'Задан пароль',
    text: `В вашем личном кабинете задан пароль. ${ruRevert(link)}`,
  }),
  'password-changed': ({ link }) => ({
    subject: 'Пароль изменён',
    text: `Пароль вашего личного кабинета изменён, на других устройствах выполнен выход. ${ruRevert(link)}`,
  }),
  'password-recovered': ({ link }) => ({
    subject: 'Пароль восстановлен',
    text: `В вашем личном кабинете задан новый пароль по коду из сообщения, на всех устройствах выполнен выход. ${ruRevert(link)}`,
  }),
  'account-secured': () => ({
    subject: 'Личный кабинет защищён',
    text: 'По ссылке «Это были не вы» мы завершили все сеансы вашего личного кабинета и отменили то, что было изменено. Войдите снова и смените пароль.',
  }),
  'accounts-joined': () => ({
    subject: 'Учётные записи объединены',
    text: 'Школа объединила две ваши учётные записи в личном кабинете: всё, что было в них, теперь вместе. Входить можно так же, как раньше. Если одна из них не ваша, сообщите в школу: отменить это можно в течение 30 дней.',
  }),
  'own-accounts-joined': () => ({
    subject: 'Вы объединили учётные записи',
    text: 'Две ваши учётные записи в личном кабинете объединены по кодам, которые пришли на почту или телефон каждой: всё, что было в них, теперь вместе. Входить можно так же, как раньше. Если это были не вы, сразу сообщите в школу: отменить это можно в течение 30 дней.',
  }),
  'accounts-separated': () => ({
    subject: 'Учётные записи снова разделены',
    text: 'Школа отменила объединение двух учётных записей в личном кабинете: у каждой снова свои данные. Войдите заново. Если вы этого не ждали, сообщите в школу.',
  }),
  'guardian-rights-changed': ({ student, by, rights }) => ({
    subject: by ? `${student}: изменилось, что вам доступно` : `${student}: школа изменила, что вам доступно`,
    text: rights
      ? `${by && `Права изменил другой родитель: ${by}. `}Теперь вы можете: ${rights}. Если это не то, о чём вы договорились, обратитесь в школу.`
      : `${by && `Права изменил другой родитель: ${by}. `}Теперь в кабинете нет ничего об этом ребёнке. Если это не то, о чём вы договорились, обратитесь в школу.`,
  }),
  'coming-of-age': (values) =>
    values.student
      ? {
          subject: `${values.student}: 18 лет с ${values.day}`,
          text: `С этого дня ученик сам отвечает за своё обучение: подписывает договоры, записывается на курсы, меняет группы. ${ruOfGuardian(values, false)}`,
        }
      : {
          subject: `Вам исполняется 18 лет: что изменится с ${values.day}`,
          text: `С этого дня вы сами подписываете договоры и платите, записываетесь на курсы и меняете группы, даёте согласия. ${values.rights ? `Родители смогут не больше, чем: ${values.rights}.` : 'Родители перестанут видеть ваши данные, кроме договоров, которые заключили сами.'} Если нужно иначе, обратитесь в школу.`,
        },
  'of-age': (values) =>
    values.student
      ? {
          subject: `${values.student}: 18 лет`,
          text: `С ${values.day} ученик сам отвечает за своё обучение. ${ruOfGuardian(values, true)}`,
        }
      : {
          subject: 'Вам 18 лет: теперь вы отвечаете за своё обучение сами',
          text: `Теперь вы сами подписываете договоры и платите, записываетесь на курсы и меняете группы, даёте согласия. ${values.rights ? `Родители могут не больше, чем: ${values.rights}.` : 'Родители больше не видят ваших данных, кроме договоров, которые заключили сами.'} Если нужно иначе, обратитесь в школу.`,
        },
  'pairing-code-made': ({ student, by, rights, brief }) => ({
    subject:
      rights || brief === 'guardian'
        ? `${student}: создан код для ещё одного родителя`
        : `${student}: создан код для кабинета ребёнка`,
    text: brief
      ? `${brief === 'guardian' ? 'Создан код, по которому можно добавить ещё одного взрослого' : 'Создан код, по которому ребёнок войдёт в свой кабинет'}. Подробности можно узнать в школе.`
      : `${by || 'Школа'}: ${rights ? `создан код, по которому ещё один взрослый сможет: ${rights}` : 'создан код, по которому ребёнок войдёт в свой кабинет'}. Код действует 7 дней и только один раз. Если вы с этим не согласны, отзовите код в профиле или обратитесь в школу.`,
  }),
  'guardian-paired': ({ student, who, rights }) => ({
    subject: `${student}: добавлен ещё один родитель`,
    text: who
      ? `По коду добавлен ещё один взрослый: ${who}. Теперь ему доступно: ${rights}. Если вы с этим не согласны, обратитесь в школу.`
      : 'По коду добавлен ещё один взрослый. Подробности можно узнать в школе.',
  }),
  'student-paired': ({ student, who }) => ({
    subject: `${student}: у ребёнка есть свой кабинет`,
    text: `Учётная запись${who && ` (${who})`} связана с данными ребёнка по коду: теперь ребёнок входит в свой кабинет сам. Если это были не вы и не ребёнок, обратитесь в школу.`,
  }),
  'account-visited': ({ by, reason, ticketNumber }) => ({
    subject: 'Администратор смотрел ваш личный кабинет',
    text: `В ваш личный кабинет заходил администратор (${by}). Причина: ${quote(reason, 'ru')}.${ticketNumber ? ` Сообщение: ${ticketNumber}.` : ''} Когда это было, видно в профиле. Если вы этого не ждали, сообщите в школу.`,
  }),
  'email-rejected': ({ address }) => ({
    subject: 'Письма не доходят',
    text: `Почта ${address} не принимает наши письма, и мы больше туда не пишем. Проверьте адрес в профиле: когда вы подтвердите его кодом, письма снова будут приходить.`,
  }),
  'data-export-ready': ({ until }) => ({
    subject: 'Копия ваших данных готова',
    text: `Её можно скачать в профиле, в разделе «${dataSection.ru}», до ${until}. Понадобится код подтверждения. Если вы не запрашивали копию, смените пароль и сообщите в школу.`,
  }),
  'data-export-failed': () => ({
    subject: 'Копию ваших данных собрать не удалось',
    text: `Произошла ошибка на нашей стороне. Запросите копию ещё раз в профиле, в разделе «${dataSection.ru}». Если ошибка повторится, сообщите в школу.`,
  }),
  'push-ended': ({ device }) => ({
    subject: 'Пуш-уведомления больше не приходят',
    text: `Браузер${device && ` ${device}`} больше не принимает наши уведомления: их запретили в его настройках, или кабинет давно в нём не открывали. Включить их снова можно в профиле в этом браузере.`,
  }),
  'data-request-received': ({ kind, subject, dueOn, by }) => ({
    subject: ofStudent(
      subject,
      kind === 'deletion' ? 'Запрос на удаление данных получен' : 'Запрос на исправление данных получен',
    ),
    text: `Школа ответит не позже ${dueOn}. ${kind === 'deletion' ? `До удаления запрос можно отозвать в профиле, в разделе «${dataSection.ru}».` : `Запрос и ответ видны в профиле, в разделе «${dataSection.ru}».`} ${by ? `Кто отправил: ${by}. Если вы против, отзовите запрос и сообщите в школу.` : 'Если запрос отправили не вы, смените пароль и сообщите в школу.'}`,
  }),
  'data-request-answered': ({ kind, subject, outcome, answer, eraseAfter }) => ({
    subject: ofStudent(
      subject,
      ruEnded[outcome] ??
        (outcome === 'refused'
          ? `Школа отказала в ${kind === 'deletion' ? 'удалении' : 'исправлении'} данных`
          : kind === 'deletion'
            ? 'Данные будут удалены'
            : 'Данные исправлены'),
    ),
    text:
      ruReason(outcome, answer) ??
      `${eraseAfter ? `Данные удалим после ${eraseAfter}; до этого запрос можно отозвать в профиле. Отдельного письма об удалении не будет: писать станет некуда. ` : ''}Ответ школы: ${quote(answer, 'ru')}.${outcome === 'refused' ? ' Отказ можно обжаловать в Роскомнадзоре или в суде.' : ''}`,
  }),
}

function enRevert(link: string): string {
  return link ? `If it was not you, open this within 7 days: ${link}` : 'If it was not you, tell the school.'
}

const en: Templates<AccountMessages> = {
  'two-factor-code': ({ code }) => ({
    subject: `${code} is your confirmation code`,
    text: `Confirmation code: ${code}. Valid for 5 minutes. Do not share it with anyone.`,
  }),
  'verification-code': ({ code }) => ({
    subject: `${code} is your verification code`,
    text: `Verification code: ${code}. Valid for 5 minutes. If you did not ask for it, do nothing.`,
  }),
  'join-code': ({ code }) => ({
    subject: `${code} is your code to merge accounts`,
    text: `Code to merge your account with another one: ${code}. Valid for 5 minutes. Do not share it with anyone: with it your data would open in another person’s account. If you did not ask for it, do nothing.`,
  }),
  'signature-code': ({ code, number = '' }) => ({
    subject: `${code} is the code to sign the contract`,
    text: `Code to sign contract ${number}: ${code}. Valid for 5 minutes. Entering it is your signature: do not share it with anyone. If you did not request it, do nothing.`,
  }),
  'recovery-code': ({ code }) => ({
    subject: `${code} is your code for a new password`,
    text: `Code for a new password: ${code}. Valid for 5 minutes. If you did not ask for it, do nothing and do not share it: the password stays as it is.`,
  }),
  'recovery-locked': () => ({
    subject: 'Too many wrong password recovery codes',
    text: 'Someone has entered too many wrong codes to recover the password of your account, and recovery from that device is blocked for a day. Your password has not changed, and you can still sign in with it. If it was not you, tell the school.',
  }),
  invitation: ({ link, school }) => ({
    subject: 'Your school account is ready',
    text: `${school && `${school}: `}an account has been opened for you. Set your password with this link; it works once, within 72 hours: ${link}`,
  }),
  'factor-locked': () => ({
    subject: 'Confirmation by code is locked',
    text: 'Too many wrong codes: confirmation is locked for 24 hours. If it was not you, change the password and tell the school.',
  }),
  'pairing-locked': () => ({
    subject: 'Entering a child’s code is locked for a day',
    text: 'Too many wrong codes: you can add a child, or link an account, with a code again in 24 hours. Signing in and confirming work as usual. If it was not you who entered the codes, change your password and tell the school.',
  }),
  'email-changed': ({ now, isFactor, link }) => ({
    subject: 'Email changed',
    text: `The email of your account was changed to ${now}.${isFactor ? ' Confirmation codes go there from now on.' : ''} ${enRevert(link)}`,
  }),
  'phone-changed': ({ now, isFactor, link }) => ({
    subject: 'Phone changed',
    text: `The phone of your account was changed to ${now}.${isFactor ? ' Confirmation codes go there from now on.' : ''} ${enRevert(link)}`,
  }),
  'phone-confirmed': ({ now, link }) => ({
    subject: 'Phone confirmed for signing in',
    text: `The phone ${now} was confirmed with a code: you can now use it to sign in to your account and to recover the password. ${enRevert(link)}`,
  }),
  'account-linked': ({ provider, login, link }) => ({
    subject: `${provider} account linked`,
    text: `A ${provider} account (${login}) was linked to your school account and can now be used to sign in. ${enRevert(link)}`,
  }),
  'account-unlinked': ({ provider, login, link }) => ({
    subject: `${provider} account unlinked`,
    text: `The ${provider} account (${login}) was unlinked from your school account and can no longer be used to sign in. ${enRevert(link)}`,
  }),
  'new-device': ({ device, address, at, link }) => ({
    subject: 'Sign-in from a new device',
    text: `Someone signed in to your account from a new device: ${[device, address].filter(Boolean).join(', ')}; ${at}, school time. ${enRevert(link)}`,
    line: [at, device, address].filter(Boolean).join(', '),
    action: 'It was not me',
  }),
  'password-set': ({ link }) => ({
    subject: 'A password was set',
    text: `A password was set for your account. ${enRevert(link)}`,
  }),
  'password-changed': ({ link }) => ({
    subject: 'Password changed',
    text: `The password of your account was changed, and your other devices were signed out. ${enRevert(link)}`,
  }),
  'password-recovered': ({ link }) => ({
    subject: 'Password recovered',
    text: `A new password for your account was set with a code that was sent to you, and all devices were signed out. ${enRevert(link)}`,
  }),
  'account-secured': () => ({
    subject: 'Your account is secured',
    text: 'Through the link “It was not me” we ended all sessions of your account and undid what had been changed. Sign in again and change the password.',
  }),
  'accounts-joined': () => ({
    subject: 'Your accounts were merged',
    text: 'The school has merged two of your accounts: what was in them is now together. You can sign in as before. If one of them is not yours, tell the school: this can be undone for 30 days.',
  }),
  'own-accounts-joined': () => ({
    subject: 'You have merged your accounts',
    text: 'Two of your accounts were merged with codes that were sent to the email or phone of each: what was in them is now together. You can sign in as before. If it was not you, tell the school at once: this can be undone for 30 days.',
  }),
  'accounts-separated': () => ({
    subject: 'Your accounts are separate again',
    text: 'The school has undone the merging of your two accounts: each has its own data again. Please sign in again. If you did not expect this, tell the school.',
  }),
  'guardian-rights-changed': ({ student, by, rights }) => ({
    subject: by ? `${student}: your access has changed` : `${student}: the school has changed your access`,
    text: rights
      ? `${by && `Another parent has changed your rights: ${by}. `}You may now: ${rights}. If that is not what was agreed, contact the school.`
      : `${by && `Another parent has changed your rights: ${by}. `}Your account no longer shows anything about this child. If that is not what was agreed, contact the school.`,
  }),
  'coming-of-age': (values) =>
    values.student
      ? {
          subject: `${values.student} turns 18 on ${values.day}`,
          text: `From that day on the student signs contracts, enrols and changes groups without parents. ${enOfGuardian(values, false)}`,
        }
      : {
          subject: `You turn 18: what changes on ${values.day}`,
          text: `From that day on you sign contracts and pay, enrol, change groups and answer consents yourself. ${values.rights ? `Your parents will be able to do no more than: ${values.rights}.` : 'Your parents will no longer see your data, except the contracts that they have made themselves.'} If you want something else, contact the school.`,
        },
  'of-age': (values) =>
    values.student
      ? {
          subject: `${values.student} is now 18`,
          text: `Since ${values.day} the student signs contracts, enrols and changes groups without parents. ${enOfGuardian(values, true)}`,
        }
      : {
          subject: 'You are 18: you now decide for yourself',
          text: `You now sign contracts and pay, enrol, change groups and answer consents yourself. ${values.rights ? `Your parents may do no more than: ${values.rights}.` : 'Your parents no longer see your data, except the contracts that they have made themselves.'} If you want something else, contact the school.`,
        },
  'pairing-code-made': ({ student, by, rights, brief }) => ({
    subject:
      rights || brief === 'guardian'
        ? `${student}: a code for another parent was created`
        : `${student}: a code for the child’s own account was created`,
    text: brief
      ? `A code was created ${brief === 'guardian' ? 'with which another adult can be added' : 'with which the child gets their own account'}. Ask the school for details.`
      : `${by || 'The school'} has created a code ${rights ? `with which another adult may: ${rights}` : 'with which the child gets their own account'}. It works once, within 7 days. If you do not agree, withdraw the code in your profile or contact the school.`,
  }),
  'guardian-paired': ({ student, who, rights }) => ({
    subject: `${student}: another parent was added`,
    text: who
      ? `Another adult was added with a code: ${who}, who may now: ${rights}. If you do not agree, contact the school.`
      : 'Another adult was added with a code. Ask the school for details.',
  }),
  'student-paired': ({ student, who }) => ({
    subject: `${student}: the child now has their own account`,
    text: `An account${who && ` (${who})`} was linked to the child’s records with a code: the child now signs in to their own account. If that was neither you nor the child, contact the school.`,
  }),
  'account-visited': ({ by, reason, ticketNumber }) => ({
    subject: 'An administrator has looked at your account',
    text: `An administrator (${by}) was in your account. Reason: ${quote(reason, 'en')}.${ticketNumber ? ` Message: ${ticketNumber}.` : ''} Your profile says when. If you did not expect this, tell the school.`,
  }),
  'email-rejected': ({ address }) => ({
    subject: 'Our emails do not reach you',
    text: `${address} does not accept our emails, so we no longer send any there. Check the address in your profile: once you confirm it with a code, emails will arrive again.`,
  }),
  'data-export-ready': ({ until }) => ({
    subject: 'The copy of your data is ready',
    text: `You can download it in your profile, in the section “${dataSection.en}”, until ${until}. You will need a confirmation code. If you did not ask for a copy, change the password and tell the school.`,
  }),
  'data-export-failed': () => ({
    subject: 'The copy of your data could not be prepared',
    text: `Something went wrong on our side. Request the copy again in your profile, in the section “${dataSection.en}”. If it fails again, tell the school.`,
  }),
  'push-ended': ({ device }) => ({
    subject: 'Push notifications have stopped',
    text: `${device || 'One of your browsers'} no longer accepts our notifications: they were blocked in its settings, or it was not used for a long time. You can turn them on again in your profile in that browser.`,
  }),
  'data-request-received': ({ kind, subject, dueOn, by }) => ({
    subject: ofStudent(
      subject,
      kind === 'deletion' ? 'A request to delete data has arrived' : 'A request to correct data has arrived',
    ),
    text: `The school will reply by ${dueOn}. ${kind === 'deletion' ? `Until the deletion you can withdraw the request in your profile, in the section “${dataSection.en}”.` : `Your profile shows the request and the reply in the section “${dataSection.en}”.`} ${by ? `Sent by: ${by}. If you do not agree, withdraw the request and tell the school.` : 'If it was not you who sent it, change the password and tell the school.'}`,
  }),
  'data-request-answered': ({ kind, subject, outcome, answer, eraseAfter }) => ({
    subject: ofStudent(
      subject,
      enEnded[outcome] ??
        (outcome === 'refused'
          ? `The school has refused to ${kind === 'deletion' ? 'delete' : 'correct'} the data`
          : kind === 'deletion'
            ? 'The data will be deleted'
            : 'The data was corrected'),
    ),
    text:
      enReason(outcome, answer) ??
      `${eraseAfter ? `The data will be deleted after ${eraseAfter}; until then you can withdraw the request in your profile. There will be no message after the deletion: no address will be left. ` : ''}The school’s reply: ${quote(answer, 'en')}.${outcome === 'refused' ? ' You can complain about a refusal to the supervisory authority or in court.' : ''}`,
  }),
}

export const accountTemplates = { ru, en }

const ruPlural = new Intl.PluralRules('ru')

export const accountGroupTitles: GroupTitles<AccountMessages> = {
  ru: {
    'new-device': (count) => `Вход с нового устройства, ${count} ${ruPlural.select(count) === 'few' ? 'раза' : 'раз'}`,
  },
  en: { 'new-device': (count) => `Sign-in from a new device, ${count} times` },
}
