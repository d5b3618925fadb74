// The words outside the chat, apart from its own texts so that a page downloads only these: open, close, new message, dismiss.
export interface HostTexts {
  readonly open: string
  readonly close: string
  /** In the page's title while something is unread. */
  readonly news: string
  /** Of the button that puts the bubble away. */
  readonly dismiss: string
}

const TEXTS: Readonly<Record<string, string>> = {
  ar: 'فتح الدردشة|إغلاق الدردشة|رسالة جديدة|إخفاء الرسالة',
  bg: 'Отваряне на чата|Затваряне на чата|Ново съобщение|Скриване на съобщението',
  cs: 'Otevřít chat|Zavřít chat|Nová zpráva|Skrýt zprávu',
  da: 'Åbn chat|Luk chat|Ny besked|Skjul besked',
  de: 'Chat öffnen|Chat schließen|Neue Nachricht|Nachricht ausblenden',
  el: 'Άνοιγμα συνομιλίας|Κλείσιμο συνομιλίας|Νέο μήνυμα|Απόκρυψη μηνύματος',
  es: 'Abrir el chat|Cerrar el chat|Mensaje nuevo|Ocultar el mensaje',
  fa: 'باز کردن گفتگو|بستن گفتگو|پیام جدید|پنهان کردن پیام',
  fi: 'Avaa chat|Sulje chat|Uusi viesti|Piilota viesti',
  fr: 'Ouvrir le chat|Fermer le chat|Nouveau message|Masquer le message',
  he: 'פתיחת הצ׳אט|סגירת הצ׳אט|הודעה חדשה|הסתרת ההודעה',
  hi: 'चैट खोलें|चैट बंद करें|नया संदेश|संदेश छिपाएँ',
  hu: 'Chat megnyitása|Chat bezárása|Új üzenet|Üzenet elrejtése',
  id: 'Buka obrolan|Tutup obrolan|Pesan baru|Sembunyikan pesan',
  it: 'Apri la chat|Chiudi la chat|Nuovo messaggio|Nascondi il messaggio',
  ja: 'チャットを開く|チャットを閉じる|新着メッセージ|メッセージを閉じる',
  ko: '채팅 열기|채팅 닫기|새 메시지|메시지 숨기기',
  nb: 'Åpne chat|Lukk chat|Ny melding|Skjul melding',
  nl: 'Chat openen|Chat sluiten|Nieuw bericht|Bericht verbergen',
  pl: 'Otwórz czat|Zamknij czat|Nowa wiadomość|Ukryj wiadomość',
  pt: 'Abrir o chat|Fechar o chat|Nova mensagem|Ocultar a mensagem',
  ro: 'Deschide chatul|Închide chatul|Mesaj nou|Ascunde mesajul',
  ru: 'Открыть чат|Закрыть чат|Новое сообщение|Скрыть сообщение',
  sv: 'Öppna chatten|Stäng chatten|Nytt meddelande|Dölj meddelandet',
  th: 'เปิดแชต|ปิดแชต|ข้อความใหม่|ซ่อนข้อความ',
  tr: 'Sohbeti aç|Sohbeti kapat|Yeni mesaj|Mesajı gizle',
  uk: 'Відкрити чат|Закрити чат|Нове повідомлення|Сховати повідомлення',
  vi: 'Mở trò chuyện|Đóng trò chuyện|Tin nhắn mới|Ẩn tin nhắn',
  zh: '打开聊天|关闭聊天|新消息|关闭消息',
}

/** Codes whose words another code has. */
const ALIASES: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb', iw: 'he', in: 'id' }

/** Undefined for languages that are not here, English among them. */
export function hostTexts(lang: string): HostTexts | undefined {
  const code = lang.toLowerCase().split(/[-_]/)[0] ?? ''
  const words = TEXTS[ALIASES[code] ?? code]?.split('|')
  if (!words) return undefined
  const [open = '', close = '', news = '', dismiss = ''] = words
  return { open, close, news, dismiss }
}
