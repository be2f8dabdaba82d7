# base64 and binascii: every encoding and its errors
import base64
import binascii

def show(text):
    try:
        print(text, "->", repr(eval(text)))
    except Exception as error:
        print(text, "!", type(error).__name__, error)


for line in r"""
binascii.hexlify(b'abc'),binascii.hexlify(b'abcd',':'),binascii.hexlify(b'abcde','-',2),binascii.hexlify(b'abcde','-',-2)
binascii.unhexlify('616'),
binascii.unhexlify('6g')
binascii.unhexlify('6162'),binascii.a2b_hex(b'61')
binascii.unhexlify('é')
binascii.unhexlify(5)
binascii.hexlify('a')
binascii.b2a_base64(b'abc'),binascii.b2a_base64(b'abc',newline=False)
binascii.a2b_base64('YWJj'),binascii.a2b_base64('YW Jj\n'),binascii.a2b_base64('YWI=')
binascii.a2b_base64('YWJ')
binascii.a2b_base64('Y')
binascii.a2b_base64('=YWJj',strict_mode=True)
binascii.a2b_base64('Y WJj',strict_mode=True)
binascii.a2b_base64('YW=J',strict_mode=True)
binascii.a2b_base64('YWI=a',strict_mode=True)
binascii.a2b_base64('YWI=='),binascii.a2b_base64('YWI=YWI=')
binascii.crc32(b'abc'),binascii.crc_hqx(b'abc',0),binascii.crc32(b'abc',5)
binascii.b2a_uu(b'hello world'),binascii.a2b_uu(b"+:&5L;&\@=V]R;&0 \n")
binascii.b2a_uu(b'x'*46)
binascii.a2b_uu(b'!!!')
binascii.b2a_uu(b'',backtick=True),binascii.b2a_uu(b'a',backtick=True)
binascii.b2a_qp(b'a=b \n'),binascii.b2a_qp(b'a b\tc',quotetabs=True),binascii.b2a_qp(b'a b_',header=True),binascii.b2a_qp('é'.encode()*40)
binascii.b2a_qp(b'.\n.a'),binascii.b2a_qp(b'x\r\ny'),binascii.b2a_qp(b'x\ny',istext=False)
binascii.a2b_qp(b'a=3Db=\nc=20'),binascii.a2b_qp('a_b',header=True),binascii.a2b_qp(b'=zz=A')
binascii.Error.__mro__
binascii.Incomplete.__mro__
sorted(n for n in dir(binascii) if n[0]!='_')
base64.b64encode(b'a'*50),base64.b64encode(b'\xff\xfe',b'-_'),base64.urlsafe_b64encode(b'\xff\xfe')
base64.b64decode('YQ==',validate=True),base64.b64decode(b'-_8=',altchars=b'-_')
base64.b64decode('Y',validate=True)
base64.b64decode('Y!Q==',validate=True)
base64.b64encode('a')
base64.b64decode('é')
base64.b32encode(b'abc'),base64.b32decode('MFRGG==='),base64.b32decode('mfrgg===',casefold=True),base64.b32decode('MFRGG===',map01='L')
base64.b32decode('MFRGG')
base64.b32decode('mfrgg===')
base64.b32hexencode(b'abc'),base64.b32hexdecode('C5H66===')
base64.b16encode(b'abc'),base64.b16decode('616263'),base64.b16decode('6a',casefold=True)
base64.b16decode('6a')
base64.a85encode(b'hello'),base64.a85encode(b'\0\0\0\0'),base64.a85encode(b'    ',foldspaces=True),base64.a85encode(b'hello world'*10,wrapcol=20),base64.a85encode(b'hi',adobe=True),base64.a85encode(b'hi',pad=True)
base64.a85decode(b'BOu!rDZ'),base64.a85decode(b'<~BOu!rDZ~>',adobe=True),base64.a85decode(b'z'),base64.a85decode(b'y',foldspaces=True)
base64.a85decode(b'BOu!rDZ',adobe=True)
base64.a85decode(b'BOu!{')
base64.a85decode(b'uuuuu')
base64.b85encode(b'hello'),base64.b85decode(b'Xk~0{Zv'),base64.b85encode(b'hi',pad=True)
base64.b85decode(b'Xk~0{Z\"')
base64.b85decode(b'~~~~~')
base64.encodebytes(b'a'*100),base64.decodebytes(b'YWJj\n')
base64.encodebytes('a')
base64.standard_b64encode(b'a'),base64.standard_b64decode(b'YQ=='),base64.urlsafe_b64decode('_-8=')
""".strip().splitlines():
    show(line)

for length in range(12):
    data = bytes(range(250 - length, 250))
    print(length, base64.b64encode(data), base64.b32encode(data), base64.b85encode(data), base64.a85encode(data))
    for name in ("b64", "b32", "b16", "b32hex", "b85", "a85"):
        encode, decode = getattr(base64, name + "encode"), getattr(base64, name + "decode")
        assert decode(encode(data)) == data, (name, length)
    assert binascii.a2b_uu(binascii.b2a_uu(data)) == data
    assert binascii.a2b_qp(binascii.b2a_qp(data, istext=False)) == data
