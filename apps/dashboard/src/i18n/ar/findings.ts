import type { Finding } from '../en/findings.ts'

export const findings: Readonly<Record<Finding, string>> = {
  'This address does not lead to a page on the public internet.': 'لا يؤدي هذا العنوان إلى صفحة على الإنترنت العام.',
  'The page redirects again and again without ever arriving.': 'تعيد الصفحة التوجيه مرة بعد مرة دون أن تصل.',
  'The page is larger than the 5 MB that are read.': 'الصفحة أكبر من 5 ميغابايت التي تُقرأ.',
  'The page went on sending without coming to an end, so reading it was given up.':
    'ظلت الصفحة ترسل بلا نهاية، فأُوقفت قراءتها.',
  'The site did not answer in time.': 'لم يستجب الموقع في الوقت المناسب.',
  'The certificate of the site is not valid, so nothing is read from it.':
    'شهادة الموقع غير صالحة، لذا لا يُقرأ منه شيء.',
  'The site could not be reached.': 'تعذّر الوصول إلى الموقع.',
  'This is neither a page nor a file of a kind that can be read.': 'هذه ليست صفحة ولا ملفًا من نوع يمكن قراءته.',
  'The page has no text of its own: it is made by scripts in the browser, which are not run.':
    'ليس للصفحة نص خاص بها: تُنشئها سكربتات في المتصفح لا تُشغَّل هنا.',
  'There is no text on the page.': 'لا يوجد نص في الصفحة.',
  'The page asks not to be kept by robots (noindex).': 'تطلب الصفحة ألا تحتفظ بها الروبوتات (noindex).',
  'The page could not be read: it is broken.': 'تعذّرت قراءة الصفحة: فيها خلل.',
  'Too much is fetched at the moment.': 'تُجلب أشياء كثيرة جدًا في هذه اللحظة.',
  'There is no page at this address ({code}).': 'لا توجد صفحة في هذا العنوان ({code}).',
  'The site does not let this page be read ({code}).': 'لا يسمح الموقع بقراءة هذه الصفحة ({code}).',
  'The site asks to come back later ({code}).': 'يطلب الموقع العودة لاحقًا ({code}).',
  'The site could not deliver the page because of an error on its side ({code}).':
    'تعذّر على الموقع تقديم الصفحة بسبب خطأ لديه ({code}).',
  'The site refused to deliver the page ({code}).': 'رفض الموقع تقديم الصفحة ({code}).',
  'The site could not say what robots may read (robots.txt), so nothing is read for now.':
    'لم يستطع الموقع بيان ما يجوز للروبوتات قراءته (robots.txt)، لذا لا يُقرأ شيء الآن.',
  'The file is larger than the 50 MB that are read.': 'الملف أكبر من 50 ميغابايت التي تُقرأ.',
  'There is no sitemap at this address.': 'لا توجد خريطة موقع في هذا العنوان.',
  'The packed sitemap is broken.': 'خريطة الموقع المضغوطة معطوبة.',
  'The sitemap is larger than the 50 MB that are read.': 'خريطة الموقع أكبر من 50 ميغابايت التي تُقرأ.',
  'This {kind} is protected with a password. Remove the protection and upload it again.':
    'الملف محمي بكلمة مرور. أزل الحماية ثم ارفعه مجددًا.',
  'This {kind} is damaged or incomplete, so it could not be read.': 'الملف تالف أو ناقص، لذا تعذّرت قراءته.',
  'This document is damaged, so it could not be read.': 'المستند تالف، لذا تعذّرت قراءته.',
  'This {kind} holds no text.': 'لا يحتوي الملف على نص.',
  'This {kind} has {pages} pages, and at most {max} are read. Split it and upload the parts.':
    'في الملف {pages} صفحة، ولا يُقرأ أكثر من {max}. قسّمه وارفع الأجزاء.',
  'This {kind} holds more than {max} characters of text, which is more than is read. Split it and upload the parts.':
    'في الملف أكثر من {max} حرف من النص، وهو أكثر مما يُقرأ. قسّمه وارفع الأجزاء.',
  'This page holds more than {max} characters of text, which is more than is read.':
    'في الصفحة أكثر من {max} حرف من النص، وهو أكثر مما يُقرأ.',
  'Reading this file needs more memory than is allowed. Split it and upload the parts.':
    'قراءة هذا الملف تحتاج إلى ذاكرة أكبر من المسموح. قسّمه وارفع الأجزاء.',
  'Reading this page needs more memory than is allowed.': 'قراءة هذه الصفحة تحتاج إلى ذاكرة أكبر من المسموح.',
  'Reading this {kind} took longer than {seconds} seconds, so it was stopped.':
    'استغرقت القراءة أكثر من {seconds} ثانية، لذا أُوقفت.',
  'This {kind} could not be read: it made the reader stop.': 'تعذّرت القراءة: تسبّب المحتوى في توقف القارئ.',
  'The address answers something that is no text.': 'يعيد العنوان شيئًا ليس نصًا.',
  'This file has more than 50 MB, which is more than is read.': 'هذا الملف أكبر من 50 ميغابايت، وهو أكثر مما يُقرأ.',
  'This file is named .{ending} but holds {content}. Give it the right ending and upload it again.':
    'اسم هذا الملف ‎.{ending} لكنه يحوي شيئًا آخر. أعطه الامتداد الصحيح ثم ارفعه مجددًا.',
  'This file is an archive, which is not read. Unpack it and upload the documents in it.':
    'هذا الملف أرشيف مضغوط لا يُقرأ. فك ضغطه وارفع المستندات التي فيه.',
  'This file is PostScript, which is not read.': 'هذا الملف PostScript، ولا يُقرأ.',
  'This file is an e-book (EPUB), which is not read.': 'هذا الملف كتاب إلكتروني (EPUB)، ولا يُقرأ.',
  'This file is of an old Office kind, which is not read. Save it in a current format and upload it again.':
    'هذا الملف بصيغة Office قديمة لا تُقرأ. احفظه بصيغة حديثة ثم ارفعه مجددًا.',
  'This file is {content}, which is not read. Save it as {ending} and upload it again.':
    'لا يُقرأ هذا النوع من الملفات. احفظه بصيغة {ending} ثم ارفعه مجددًا.',
  'The content of this file is {article} {content} file, which is not read.': 'محتوى هذا الملف من نوع لا يُقرأ.',
  'This file holds no text that could be read.': 'لا يحتوي هذا الملف على نص يمكن قراءته.',
  'This document has more than 1,500,000 elements, which is more than is read.':
    'في هذا المستند أكثر من 1,500,000 عنصر، وهو أكثر مما يُقرأ.',
  'This document nests its elements more than 10,000 levels deep, which is more than is read.':
    'تتداخل عناصر هذا المستند بأكثر من 10,000 مستوى، وهو أكثر مما يُقرأ.',
  'This file nests its elements more than 1,000 levels deep, which is more than is read.':
    'تتداخل عناصر هذا الملف بأكثر من 1,000 مستوى، وهو أكثر مما يُقرأ.',
  'This JSON is nested more than 100 levels deep, which is more than is read.':
    'يتداخل هذا الـ JSON بأكثر من 100 مستوى، وهو أكثر مما يُقرأ.',
  'This file unpacks to more than 200 MB, which is more than is read.':
    'يتجاوز حجم هذا الملف بعد فك الضغط 200 ميغابايت، وهو أكثر مما يُقرأ.',
  'This file unpacks to more than 200 times its size, so it was not read.':
    'يبلغ هذا الملف بعد فك الضغط أكثر من 200 ضعف حجمه، لذا لم يُقرأ.',
  'This file declares XML entities, which office programs never do, so it was not read.':
    'يُعرّف هذا الملف كيانات XML، وهو ما لا تفعله برامج المكتب أبدًا، لذا لم يُقرأ.',
  'This file holds more than 10,000 parts, which is more than is read.':
    'في هذا الملف أكثر من 10,000 جزء، وهو أكثر مما يُقرأ.',
  'This file has parts whose names lead outside of it, so it was not read.':
    'في هذا الملف أجزاء تقود أسماؤها إلى خارجه، لذا لم يُقرأ.',
  'This file is packed in a way that is not read.': 'ضُغط هذا الملف بطريقة لا تُقرأ.',
  'This PDF holds no text, only pictures of it. Run text recognition (OCR) over it and upload it again.':
    'لا يحتوي ملف PDF هذا على نص بل على صور له. طبّق عليه التعرف على النص (OCR) ثم ارفعه مجددًا.',
  '{blank} of {count} pages hold no text, perhaps only pictures of it.':
    'لا تحتوي {blank} من {count} صفحة على نص، ربما على صور له فقط.',
  'One hidden slide was left out.': 'تُركت شريحة مخفية واحدة.',
  '{count} hidden slides were left out.': 'تُركت {count} من الشرائح المخفية.',
  'The upload of the file did not finish. Upload it again.': 'لم يكتمل رفع الملف. ارفعه مجددًا.',
  'There is no text in it.': 'لا يوجد فيه نص.',
  'Its text is longer than the {max} characters that one document can hold.':
    'نصه أطول من {max} حرف التي يتسع لها مستند واحد.',
  'no credits: indexing continues by itself once there are enough credits.':
    'لا رصيد: تُستأنف الفهرسة تلقائيًا حالما يتوفر رصيد كافٍ.',
  "The embedding model refused the request: check the provider's key and model.":
    'رفض نموذج التضمين الطلب: تحقّق من مفتاح المزوّد ونموذجه.',
  'The embedding model could not be reached.': 'تعذّر الوصول إلى نموذج التضمين.',
  'Indexing by meaning failed.': 'فشلت الفهرسة بالمعنى.',
  'The document is found by its words meanwhile.': 'يُعثر على المستند بكلماته في هذه الأثناء.',
  'It is tried again by itself.': 'تُعاد المحاولة تلقائيًا.',
  'no credits: this page is read once there are enough credits.': 'لا رصيد: ستُقرأ هذه الصفحة حالما يتوفر رصيد كافٍ.',
  'Reading broke off. Try again in a while.': 'انقطعت القراءة. حاول مجددًا بعد حين.',
  'No page could be read.': 'تعذّرت قراءة أي صفحة.',
  'The page is on another site.': 'الصفحة على موقع آخر.',
  'The address is of a picture, film, sound, archive or program.': 'العنوان لصورة أو فيلم أو صوت أو أرشيف أو برنامج.',
  'The matcher “{matcher}” leaves it out.': 'يستبعدها النمط «{matcher}».',
  'The page is more than 1 link away from a start address.': 'تبعد الصفحة أكثر من رابط واحد عن عنوان البداية.',
  'The page is more than {max} links away from a start address.': 'تبعد الصفحة أكثر من {max} روابط عن عنوان البداية.',
  'None of the matchers for pages to read fits it.': 'لا يطابقها أي نمط من أنماط الصفحات المراد قراءتها.',
  'None of the matchers for pages to read fits it: only its links were looked at.':
    'لا يطابقها أي نمط من أنماط الصفحات المراد قراءتها: فُحصت روابطها فقط.',
  'The address is longer than those of pages.': 'العنوان أطول من عناوين الصفحات.',
  'The path has too many parts: it seems to lead on for ever.': 'في المسار أجزاء كثيرة جدًا: يبدو أنه بلا نهاية.',
  'The path repeats itself: it seems to lead on for ever.': 'يكرر المسار نفسه: يبدو أنه بلا نهاية.',
  'The address has too many parameters.': 'في العنوان معاملات كثيرة جدًا.',
  'The address is of a far-away date: it seems to be a calendar without end.':
    'العنوان لتاريخ بعيد: يبدو أنه تقويم بلا نهاية.',
  'It redirects to {address}.': 'تعيد التوجيه إلى {address}.',
  'It redirects to {address}, which robots may not read.': 'تعيد التوجيه إلى {address}، ولا يجوز للروبوتات قراءته.',
  'It names {address} as its own address.': 'تذكر {address} عنوانًا لها.',
  'There is no text on the page; its links were looked at.': 'لا يوجد نص في الصفحة؛ فُحصت روابطها.',
  'It says the same as {address}.': 'محتواها هو نفسه محتوى {address}.',
  'More than {max} addresses differ in their parameters alone.': 'أكثر من {max} عنوان لا تختلف إلا في معاملاتها.',
  'Its document was removed.': 'أُزيل مستندها.',
  'Paused: not enough credits. Continues when credits are added.':
    'متوقف مؤقتًا: الرصيد غير كافٍ. يُستأنف عند إضافة رصيد.',
  'There is no page to begin with.': 'لا توجد صفحة للبدء بها.',
  'The sitemap at {address} could not be read.': 'تعذّرت قراءة خريطة الموقع في {address}.',
  'The sitemap lists no pages.': 'لا تذكر خريطة الموقع أي صفحات.',
  'The job reads at most 1 page.': 'تقرأ المهمة صفحة واحدة كحد أقصى.',
  'The job reads at most {max} pages.': 'تقرأ المهمة {max} صفحة كحد أقصى.',
  'The site asks robots not to read this page (robots.txt).':
    'يطلب الموقع من الروبوتات عدم قراءة هذه الصفحة (robots.txt).',
  'Its agents were deleted. Choose others and run it again.': 'حُذف وكلاؤها. اختر غيرهم ثم شغّلها مجددًا.',
  'The search broke off. Look again.': 'انقطع البحث. ابحث مجددًا.',
  'The workspace has no credits left. The search continues when credits are added.':
    'لم يبقَ رصيد في مساحة العمل. يستمر البحث عند إضافة رصيد.',
  'The model could not be reached. Pairs that were compared until then are kept.':
    'تعذّر الوصول إلى النموذج. تبقى الأزواج التي قورنت حتى ذلك الحين.',
  'This is not the address of a web site, so the agent starts without one.':
    'هذا ليس عنوان موقع ويب، لذا يبدأ الوكيل من دون موقع.',
  'The site could not be read now.': 'تعذّرت قراءة الموقع الآن.',
}
