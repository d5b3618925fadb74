import type { Refusal } from '../en/refusals.ts'

export const refusals: Readonly<Record<Refusal, string>> = {
  'Some of the input is not valid.': 'بعض المدخلات غير صالح.',
  'This link is not valid any more. Request a new one.': 'لم يعد هذا الرابط صالحًا. اطلب رابطًا جديدًا.',
  'Sign in, or send a valid bearer token.': 'سجّل الدخول، أو أرسل رمز Bearer صالحًا.',
  'The e-mail address or the password is not right.': 'عنوان البريد الإلكتروني أو كلمة المرور غير صحيح.',
  'The workspace has no credits left for this.': 'لم يبقَ في مساحة العمل رصيد لهذا.',
  'Your role does not allow this.': 'دورك لا يسمح بهذا.',
  'There is nothing here by this id.': 'لا يوجد شيء هنا بهذا المعرّف.',
  'This conflicts with what is already there.': 'يتعارض هذا مع ما هو موجود بالفعل.',
  'You have reached the maximum number of seats': 'تم بلوغ الحد الأقصى لعدد المقاعد',
  'Someone saved a newer version meanwhile.': 'حفظ شخص ما إصدارًا أحدث في هذه الأثناء.',
  'The agent is still answering the previous message.': 'ما زال الوكيل يجيب عن الرسالة السابقة.',
  'There is already an account with this e-mail address. Sign in instead.':
    'يوجد حساب بعنوان البريد هذا بالفعل. سجّل الدخول بدلًا من ذلك.',
  'The request is larger than this call accepts.': 'الطلب أكبر مما يقبله هذا الاستدعاء.',
  'This host does not serve that region.': 'هذا المضيف لا يخدم تلك المنطقة.',
  'Too many requests. Wait a moment and try again.': 'طلبات كثيرة جدًا. انتظر قليلًا ثم حاول مجددًا.',
  'This agent has reached its limit for this month.': 'بلغ هذا الوكيل حدّه لهذا الشهر.',
  'Something went wrong on our side. Try again, and quote the request id if it happens again.':
    'حدث خطأ من جانبنا. حاول مجددًا، واذكر معرّف الطلب إذا تكرر ذلك.',
  'The language model could not be reached. Try again in a moment.':
    'تعذّر الوصول إلى نموذج اللغة. حاول مجددًا بعد قليل.',
  'The other service could not be reached or refused the call.': 'تعذّر الوصول إلى الخدمة الأخرى، أو رفضت الاستدعاء.',
  'The service is busy or restarting. Try again in a moment.': 'الخدمة مشغولة أو يُعاد تشغيلها. حاول مجددًا بعد قليل.',
  'The request took too long to arrive.': 'استغرق وصول الطلب وقتًا أطول من اللازم.',
  'There is no such call. The list is at /api/docs.': 'لا يوجد استدعاء كهذا. القائمة في ‎/api/docs.',
  'This address has expired. Open the conversation again to get a new one.':
    'انتهت صلاحية هذا العنوان. افتح المحادثة مجددًا للحصول على عنوان جديد.',
  'This address has expired. Get a new one.': 'انتهت صلاحية هذا العنوان. احصل على عنوان جديد.',
  'You have no personal workspace in this region.': 'ليست لديك مساحة عمل شخصية في هذه المنطقة.',
  'The file is larger than {max} MB.': 'الملف أكبر من {max} ميغابايت.',
  'Max size: {max} MBs': 'الحجم الأقصى: {max} ميغابايت',
  'The file ended before all of it had come.': 'انتهى الملف قبل وصوله كاملًا.',
  'This request came from another site.': 'جاء هذا الطلب من موقع آخر.',
  'The request ended before its body did.': 'انقطع الطلب قبل اكتمال محتواه.',
  'The request is larger than the {max} KB this call accepts.':
    'الطلب أكبر من {max} كيلوبايت التي يقبلها هذا الاستدعاء.',
  'The body is not valid JSON in UTF-8.': 'المحتوى ليس JSON صالحًا بترميز UTF-8.',
  'The body is too complex: it holds more than 200,000 values.': 'المحتوى معقّد جدًا: يضم أكثر من 200,000 قيمة.',
  'The body is nested too deeply.': 'المحتوى متداخل بعمق مفرط.',
  'An object in the body has more than 10,000 entries.': 'يضم أحد الكائنات في المحتوى أكثر من 10,000 مُدخل.',
  'The key {key} is not allowed.': 'المفتاح {key} غير مسموح به.',
  'Text must not contain the NUL character.': 'يجب ألا يحتوي النص على الحرف NUL.',
  'Text must be well-formed Unicode.': 'يجب أن يكون النص بترميز Unicode سليم.',
  'The server is restarting. Try again in a moment.': 'يُعاد تشغيل الخادم. حاول مجددًا بعد قليل.',
  '{key} is too long.': '‏{key} أطول من اللازم.',
  'Too many streams are open at once. Close some of them first.':
    'عدد كبير جدًا من التدفقات مفتوح في آن واحد. أغلق بعضها أولًا.',
  'This page is not valid any more. Start again from the first one.':
    'لم تعد هذه الصفحة صالحة. ابدأ مجددًا من الصفحة الأولى.',
  'The cursor is not one of this list. Start from the first page.':
    'هذا الموضع ليس من هذه القائمة. ابدأ من الصفحة الأولى.',
  'The cursor is not valid.': 'هذا الموضع في القائمة غير صالح.',
  'The base URL must begin with https:// or http://.': 'يجب أن يبدأ عنوان URL الأساسي بـ https://‎ أو http://‎.',
  'This address lies inside the network of this installation. Its operator can allow it with OUTBOUND_ALLOW.':
    'يقع هذا العنوان داخل شبكة هذا التثبيت. يمكن لمشغّله السماح به عبر OUTBOUND_ALLOW.',
  'No key of this provider is stored.': 'لا يوجد مفتاح محفوظ لهذا المزوّد.',
  'A workspace has at most {max} API keys. Revoke one that nobody uses.':
    'لمساحة العمل {max} من مفاتيح API كحد أقصى. ألغِ مفتاحًا لا يستخدمه أحد.',
  'API keys do not open this call.': 'مفاتيح API لا تفتح هذا الاستدعاء.',
  'Mails go to members who have joined the workspace, and to nobody else.':
    'تُرسَل الرسائل إلى الأعضاء الذين انضموا إلى مساحة العمل دون غيرهم.',
  'This workspace sent as many mails as it may.': 'أرسلت مساحة العمل هذه كل ما يُسمح لها به من الرسائل.',
  'The mail could not be sent. Try again in a few minutes.': 'تعذّر إرسال الرسالة. حاول مجددًا بعد بضع دقائق.',
  'The mail could not be sent. Try again in a moment.': 'تعذّر إرسال الرسالة. حاول مجددًا بعد قليل.',
  'You own {max} workspaces in this region, which is as many as there may be.':
    'تملك {max} من مساحات العمل في هذه المنطقة، وهو الحد الأقصى.',
  'Confirm your e-mail address first.': 'أكّد عنوان بريدك الإلكتروني أولًا.',
  'The owner of a workspace stays its owner.': 'يبقى مالك مساحة العمل مالكًا لها.',
  'You cannot change your own role.': 'لا يمكنك تغيير دورك.',
  'The personal workspace stays as long as the account.': 'تبقى مساحة العمل الشخصية ما بقي الحساب.',
  'Failed to add user to workspace, workspace does not have enough seats':
    'تعذّرت إضافة المستخدم: لا توجد مقاعد كافية في مساحة العمل',
  "You can't invite yourself lol": 'لا يمكنك دعوة نفسك :)',
  'You cannot remove yourself from the workspace.': 'لا يمكنك إزالة نفسك من مساحة العمل.',
  '{email} belongs to this workspace already.': '‏{email} ينتمي بالفعل إلى مساحة العمل هذه.',
  '{email} has joined already.': '‏{email} انضمّ بالفعل.',
  'A workspace belongs to its owner. Delete it instead.': 'مساحة العمل ملك لصاحبها. احذفها بدلًا من ذلك.',
  'Please enter a workspace name.': 'أدخل اسمًا لمساحة العمل.',
  'Please enter the address of the server.': 'أدخل عنوان الخادم.',
  'Please enter the key that belongs to this address.': 'أدخل المفتاح الخاص بهذا العنوان.',
  'Choose at least one scope.': 'اختر نطاقًا واحدًا على الأقل.',
  'This is no scope of an API key.': 'هذا ليس نطاقًا لمفتاح API.',
  'A logo has to be uploaded to this workspace first.': 'يجب رفع الشعار إلى مساحة العمل هذه أولًا.',
  'There is no room for more files now.': 'لا يوجد مكان لمزيد من الملفات الآن.',
  'The files of a workspace may take {size}. Delete agents, documents or conversations whose files nobody needs any more.':
    'يمكن أن تشغل ملفات مساحة العمل {size}. احذف وكلاء أو مستندات أو محادثات لم يعد أحد يحتاج إلى ملفاتها.',
  'This workspace uploaded {max} files within a day. Try again tomorrow.':
    'رفعت مساحة العمل هذه {max} ملفًا خلال يوم واحد. حاول مجددًا غدًا.',
  'You can send {max} files a day. Try again tomorrow.': 'يمكنك إرسال {max} ملفًا في اليوم. حاول مجددًا غدًا.',
  'Pictures may have up to {max} pixels a side.': 'يمكن أن يبلغ طول ضلع الصورة {max} بكسل.',
  'This .{ending} file holds {content}.': 'ملف ‎.{ending} هذا يحوي شيئًا آخر.',
  'The picture can’t be read. Save it anew and try again.': 'تعذّرت قراءة الصورة. احفظها من جديد ثم حاول مجددًا.',
  'An animation may have up to {max} pictures.': 'يمكن أن تضم الصورة المتحركة {max} صورة كحد أقصى.',
  'The picture has too many pixels. Make it smaller and try again.':
    'في الصورة عدد كبير جدًا من البكسلات. صغّرها ثم حاول مجددًا.',
  'Files can’t be reached now. Try again in a moment.': 'لا يمكن الوصول إلى الملفات الآن. حاول مجددًا بعد قليل.',
  'Please enter a valid email': 'أدخل عنوان بريد إلكتروني صالحًا',
  'Use at least {min} characters.': 'استخدم {min} أحرف على الأقل.',
  'The password is too long.': 'كلمة المرور أطول من اللازم.',
  'The password is not right.': 'كلمة المرور غير صحيحة.',
  'The current password is not right.': 'كلمة المرور الحالية غير صحيحة.',
  'Type the e-mail address of this account.': 'اكتب عنوان البريد الإلكتروني لهذا الحساب.',
  'Other people belong to your workspaces. Say that these are to be deleted too.':
    'ينتمي أشخاص آخرون إلى مساحات عملك. أكّد أنها ستُحذف أيضًا.',
  'Something of a deleted account is still being deleted.': 'ما زال حذف شيء من حساب محذوف جاريًا.',
  'A workspace of a deleted account was made meanwhile.': 'أُنشئت في هذه الأثناء مساحة عمل لحساب محذوف.',
  'This copy is not ready.': 'هذه النسخة ليست جاهزة.',
  'A copy of your data is being made already. Wait until it is ready.': 'تُنشأ نسخة من بياناتك بالفعل. انتظر حتى تجهز.',
  '{max} copies can be made a day. Try again tomorrow.': 'يمكن إنشاء {max} نسخ في اليوم. حاول مجددًا غدًا.',
  'Another process is at this copy.': 'تعمل عملية أخرى على هذه النسخة.',
  'This invitation does not work any more: it was used, taken back or replaced by a newer one, or it is older than 7 days.':
    'لم تعد هذه الدعوة صالحة: استُخدمت أو سُحبت أو حلّت محلها دعوة أحدث، أو مضى عليها أكثر من 7 أيام.',
  'This invitation is for another e-mail address than the one of your account.':
    'هذه الدعوة لعنوان بريد غير عنوان حسابك.',
  'This sign-in has ended. Begin again.': 'انتهى تسجيل الدخول هذا. ابدأ من جديد.',
  'Sign in with your password or a passkey first, then connect {name} under Account › Security.':
    'سجّل الدخول أولًا بكلمة المرور أو بمفتاح مرور، ثم اربط {name} من الحساب › الأمان.',
  'This person of {name} is connected with another account.': 'هذا الشخص لدى {name} مرتبط بحساب آخر.',
  'Set a password or add a passkey first: there would be no way to sign in.':
    'عيّن كلمة مرور أو أضف مفتاح مرور أولًا: وإلا لن تبقى طريقة لتسجيل الدخول.',
  'Sign out and in again to change this: it is a while since you did.':
    'سجّل الخروج ثم الدخول مجددًا لتغيير هذا: مضى وقت على آخر تسجيل دخول.',
  'This passkey was not accepted. Try again.': 'لم يُقبل مفتاح المرور هذا. حاول مجددًا.',
  'This passkey is in use already, or there are {max} of them. Remove one first.':
    'مفتاح المرور هذا مستخدم بالفعل، أو يوجد منها {max}. أزل واحدًا أولًا.',
  'This address has an account already.': 'لهذا العنوان حساب بالفعل.',
  'This address has an account by now.': 'أصبح لهذا العنوان حساب في هذه الأثناء.',
  'Sign in to the account that is to have this address.': 'سجّل الدخول إلى الحساب الذي سيكون له هذا العنوان.',
  'This link belongs to another account than the one you are signed in to.':
    'هذا الرابط لحساب غير الحساب الذي سجّلت الدخول إليه.',
  'This code is not right, or it was used before.': 'هذا الرمز غير صحيح، أو سبق استخدامه.',
  'Too many wrong codes. Try again in {minutes} min.': 'رموز خاطئة كثيرة. حاول مجددًا بعد {minutes} دقيقة.',
  'The second factor is on already. Turn it off first.': 'العامل الثاني مفعّل بالفعل. أوقفه أولًا.',
  'The sign-in with the other provider did not work. Begin again.':
    'لم ينجح تسجيل الدخول عبر المزوّد الآخر. ابدأ من جديد.',
  '{name} could not be reached. Try again in a moment.': 'تعذّر الوصول إلى {name}. حاول مجددًا بعد قليل.',
  'A copy of this account is still being packed.': 'ما زالت نسخة من هذا الحساب قيد التحضير.',
  'This file holds {content}.': 'يحوي هذا الملف شيئًا لا يناسب هنا.',
}
