const NAMES =
  'af Afrikaans|sq Albanian|am Amharic|ar Arabic|hy Armenian|az Azerbaijani|eu Basque|be Belarusian|bn Bengali|bs Bosnian|bg Bulgarian|my Burmese|ca Catalan|zh Chinese|co Corsican|hr Croatian|cs Czech|da Danish|nl Dutch|en English|eo Esperanto|et Estonian|fi Finnish|fr French|gl Galician|ka Georgian|de German|el Greek|gu Gujarati|ht Haitian Creole|ha Hausa|he Hebrew|hi Hindi|hu Hungarian|is Icelandic|ig Igbo|id Indonesian|ga Irish|it Italian|ja Japanese|jv Javanese|kn Kannada|kk Kazakh|km Khmer|rw Kinyarwanda|ko Korean|ku Kurdish|ky Kyrgyz|lo Lao|la Latin|lv Latvian|lt Lithuanian|lb Luxembourgish|mk Macedonian|mg Malagasy|ms Malay|ml Malayalam|mt Maltese|mi Māori|mr Marathi|mn Mongolian|ne Nepali|no Norwegian|ny Nyanja|or Odia|ps Pashto|fa Persian|pl Polish|pt Portuguese|pa Punjabi|ro Romanian|ru Russian|sm Samoan|gd Scottish Gaelic|sr Serbian|sn Shona|sd Sindhi|si Sinhala|sk Slovak|sl Slovenian|so Somali|st Southern Sotho|es Spanish|su Sundanese|sw Swahili|sv Swedish|tl Tagalog|tg Tajik|ta Tamil|tt Tatar|te Telugu|th Thai|tr Turkish|tk Turkmen|uk Ukrainian|ur Urdu|ug Uyghur|uz Uzbek|vi Vietnamese|cy Welsh|fy Western Frisian|xh Xhosa|yi Yiddish|yo Yoruba|zu Zulu'

export interface Language {
  readonly language: string
  readonly name: string
}

export const LANGUAGES: readonly Language[] = NAMES.split('|').map((entry) => ({
  language: entry.slice(0, 2),
  name: entry.slice(3),
}))
