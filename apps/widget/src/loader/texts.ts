// Texts outside the frame, separate from the chat's so that a page downloads only these: open, close, new message,
// dismiss, and the loading error.
export interface HostTexts {
  readonly open: string
  readonly close: string
  /** Shown in the page's title while something is unread. */
  readonly news: string
  readonly dismiss: string
  /** Shown instead of a chat that failed to load. */
  readonly crash: string
  readonly retry: string
}

const TEXTS: Readonly<Record<string, string>> = {
  ar: 'فتح الدردشة|إغلاق الدردشة|رسالة جديدة|إخفاء الرسالة|حدث خطأ ما: تعذر عرض الدردشة.|إعادة المحاولة',
  bg: 'Отваряне на чата|Затваряне на чата|Ново съобщение|Скриване на съобщението|Нещо се обърка: чатът не можа да бъде показан.|Опитайте отново',
  cs: 'Otevřít chat|Zavřít chat|Nová zpráva|Skrýt zprávu|Něco se pokazilo: chat se nepodařilo zobrazit.|Zkusit znovu',
  da: 'Åbn chat|Luk chat|Ny besked|Skjul besked|Noget gik galt: chatten kunne ikke vises.|Prøv igen',
  de: 'Chat öffnen|Chat schließen|Neue Nachricht|Nachricht ausblenden|Etwas ist schiefgelaufen: Der Chat konnte nicht angezeigt werden.|Erneut versuchen',
  el: 'Άνοιγμα συνομιλίας|Κλείσιμο συνομιλίας|Νέο μήνυμα|Απόκρυψη μηνύματος|Κάτι πήγε στραβά: δεν ήταν δυνατή η εμφάνιση της συνομιλίας.|Δοκιμάστε ξανά',
  es: 'Abrir el chat|Cerrar el chat|Mensaje nuevo|Ocultar el mensaje|Algo salió mal: no se pudo mostrar el chat.|Reintentar',
  fa: 'باز کردن گفتگو|بستن گفتگو|پیام جدید|پنهان کردن پیام|مشکلی پیش آمد: نمایش گفتگو ممکن نشد.|تلاش دوباره',
  fi: 'Avaa chat|Sulje chat|Uusi viesti|Piilota viesti|Jokin meni pieleen: chatia ei voitu näyttää.|Yritä uudelleen',
  fr: 'Ouvrir le chat|Fermer le chat|Nouveau message|Masquer le message|Une erreur est survenue : le chat n’a pas pu être affiché.|Réessayer',
  he: 'פתיחת הצ׳אט|סגירת הצ׳אט|הודעה חדשה|הסתרת ההודעה|משהו השתבש: לא ניתן להציג את הצ׳אט.|ניסיון חוזר',
  hi: 'चैट खोलें|चैट बंद करें|नया संदेश|संदेश छिपाएँ|कुछ गड़बड़ हो गई: चैट नहीं दिखाई जा सकी।|फिर कोशिश करें',
  hu: 'Chat megnyitása|Chat bezárása|Új üzenet|Üzenet elrejtése|Hiba történt: a csevegést nem sikerült megjeleníteni.|Újra',
  id: 'Buka obrolan|Tutup obrolan|Pesan baru|Sembunyikan pesan|Terjadi kesalahan: obrolan tidak dapat ditampilkan.|Coba lagi',
  it: 'Apri la chat|Chiudi la chat|Nuovo messaggio|Nascondi il messaggio|Qualcosa è andato storto: non è stato possibile mostrare la chat.|Riprova',
  ja: 'チャットを開く|チャットを閉じる|新着メッセージ|メッセージを閉じる|問題が発生しました: チャットを表示できませんでした。|もう一度試す',
  ko: '채팅 열기|채팅 닫기|새 메시지|메시지 숨기기|문제가 발생했습니다: 채팅을 표시할 수 없습니다.|다시 시도',
  nb: 'Åpne chat|Lukk chat|Ny melding|Skjul melding|Noe gikk galt: chatten kunne ikke vises.|Prøv igjen',
  nl: 'Chat openen|Chat sluiten|Nieuw bericht|Bericht verbergen|Er is iets misgegaan: de chat kon niet worden getoond.|Opnieuw proberen',
  pl: 'Otwórz czat|Zamknij czat|Nowa wiadomość|Ukryj wiadomość|Coś poszło nie tak: nie udało się wyświetlić czatu.|Spróbuj ponownie',
  pt: 'Abrir o chat|Fechar o chat|Nova mensagem|Ocultar a mensagem|Algo deu errado: não foi possível mostrar o chat.|Tentar novamente',
  ro: 'Deschide chatul|Închide chatul|Mesaj nou|Ascunde mesajul|Ceva nu a mers bine: chatul nu a putut fi afișat.|Încercați din nou',
  ru: 'Открыть чат|Закрыть чат|Новое сообщение|Скрыть сообщение|Что-то пошло не так: не удалось показать чат.|Повторить',
  sv: 'Öppna chatten|Stäng chatten|Nytt meddelande|Dölj meddelandet|Något gick fel: chatten kunde inte visas.|Försök igen',
  th: 'เปิดแชต|ปิดแชต|ข้อความใหม่|ซ่อนข้อความ|เกิดข้อผิดพลาด: ไม่สามารถแสดงแชตได้|ลองอีกครั้ง',
  tr: 'Sohbeti aç|Sohbeti kapat|Yeni mesaj|Mesajı gizle|Bir şeyler ters gitti: sohbet gösterilemedi.|Tekrar dene',
  uk: 'Відкрити чат|Закрити чат|Нове повідомлення|Сховати повідомлення|Щось пішло не так: не вдалося показати чат.|Спробувати ще раз',
  vi: 'Mở trò chuyện|Đóng trò chuyện|Tin nhắn mới|Ẩn tin nhắn|Đã xảy ra lỗi: không thể hiển thị cuộc trò chuyện.|Thử lại',
  zh: '打开聊天|关闭聊天|新消息|关闭消息|出了点问题： 无法显示聊天。|重试',
}

/** Codes that share another code's texts. */
const ALIASES: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb', iw: 'he', in: 'id' }

/** Undefined for unsupported languages and for English. */
export function hostTexts(lang: string): HostTexts | undefined {
  const code = lang.toLowerCase().split(/[-_]/)[0] ?? ''
  const words = TEXTS[ALIASES[code] ?? code]?.split('|')
  if (!words) return undefined
  const [open = '', close = '', news = '', dismiss = '', crash = '', retry = ''] = words
  return { open, close, news, dismiss, crash, retry }
}
